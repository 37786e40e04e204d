/** The options of `createPayments`. */
import type { CallbackOptions, GatewayChoice, Host, Store } from "./choices.ts"
import type { PaymentsError } from "@cauri/plain"
import type { PolicyInput } from "@cauri/core"

/** One line of the log. It contains names and our own sentences: no token, no number, no body. */
export interface LogLine {
  /** How serious it is. */
  readonly level: "debug" | "info" | "warn" | "error"
  /** A sentence. */
  readonly message: string
  /** What the sentence is about, such as the payment. */
  readonly fields: Readonly<Record<string, unknown>>
}

type Instrument = { readonly description?: string }
type Attributes = Readonly<Record<string, string>>
type HostTime = [seconds: number, nanos: number]

/** What a span of OpenTelemetry's API can do, as far as the library needs it. */
export interface OpenTelemetrySpan {
  /** Which span it is. */
  spanContext(): { readonly traceId: string; readonly spanId: string }
  /** Notes what the span is about. */
  setAttribute(key: string, value: string | number | boolean): unknown
  /** Notes what happened in it. */
  addEvent(name: string, attributes?: undefined, time?: HostTime): unknown
  /** Says that it failed. */
  setStatus(status: { readonly code: number }): unknown
  /** Ends it. */
  end(time?: HostTime): void
}

/** A tracer and a meter of OpenTelemetry's API, such as `trace.getTracer("shop")` and `metrics.getMeter("shop")`. */
export interface TelemetryOptions {
  /** Gets a span for each call and each step of the worker. No span contains a number, a token or a body. */
  readonly tracer?: {
    /** Starts a span. */
    startSpan(
      name: string,
      options?: { readonly kind?: number; readonly startTime?: HostTime; readonly root?: boolean },
      context?: object,
    ): OpenTelemetrySpan
  }
  /** Gets the counts of the deployed programs: calls, callbacks, events by name, deliveries. */
  readonly meter?: {
    /** Makes a counter. */
    createCounter(name: string, options?: Instrument): { add(value: number, attributes?: Attributes): void }
    /** Makes a histogram. */
    createHistogram(name: string, options?: Instrument): { record(value: number, attributes?: Attributes): void }
    /** Makes a gauge that is read when the host exports. */
    createObservableGauge(
      name: string,
      options?: Instrument,
    ): {
      addCallback(callback: (result: { observe(value: number, attributes?: Attributes): void }) => void): void
    }
  }
}

/** The options of `createPayments`. */
export interface PaymentsOptions<H extends Host> {
  /** `https({ … })` for real money, `simulated()` for practice. */
  readonly gateway: GatewayChoice
  /** `memory()`, `sqlite("payments.db")` or `postgres(url)`. */
  readonly store: Store<H>
  /**
   * The file in which programs note how far the store has come: a store that was put back to an older state is refused, because what was
   * sent since looks unsent in it. No payment is sent while it is missing or cannot be written. Programs beside this one name the same file
   * (`STORE_MARK_FILE`). Default for SQLite: beside its file, where a folder that is put back takes both back; better is a file on another
   * disk and in no backup. Null keeps none, and the log says so.
   */
  readonly markFile?: string | null
  /** Needed with `https`; `simulated` brings its own. */
  readonly callbacks?: CallbackOptions
  /** The project of payments that name none. Default: `merchant.project` of the policy, else the only project of the gateway. */
  readonly project?: string
  /**
   * The country of local numbers, by its two-letter code: with `"BF"`, `70XXXXXX` is `22670XXXXXX`. When left out, a number without a
   * country code is refused.
   */
  readonly country?: string
  /** The shop whose name customers see, of the default project. */
  readonly shop?: { readonly name: string; readonly siteUrl: string }
  /** Limits, schedules and deadlines: what is left out keeps its default (`defaultPolicy`). */
  readonly policy?: PolicyInput
  /** Where log lines go; the console when left out. */
  readonly logger?: (line: LogLine) => void
  /** Where spans and counts go; nowhere when left out. */
  readonly telemetry?: TelemetryOptions
  /** Called once, when the store must not be used any more and the worker has stopped: end the program. */
  readonly onFailure?: (error: PaymentsError) => void
}
