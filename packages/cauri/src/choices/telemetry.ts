/** Counts and spans of the library, through the host's own objects of OpenTelemetry: the instruments of the deployed programs. */
import { Context, Exit, Layer, Metric, Option, Tracer } from "effect"
import type { OpenTelemetrySpan, TelemetryOptions } from "./options.ts"

type Meter = NonNullable<TelemetryOptions["meter"]>
type HostTracer = NonNullable<TelemetryOptions["tracer"]>

type Registered = Parameters<Metric.MetricRegistry["set"]>[1]

/** A registry whose metrics go to the meter as well: each is made there when it is first used. */
const registryOf = (meter: Meter) => {
  const made = new Map<string, unknown>()
  const once = <A>(name: string, make: () => A): A => {
    if (!made.has(name)) made.set(name, make())
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a name has one kind of instrument
    return made.get(name) as A
  }
  const observe = (metric: Registered): void => {
    const { attributes = {}, description = "", hooks, id, type } = metric
    if (type === "Gauge") {
      once(id, () => meter.createObservableGauge(id, { description })).addCallback((result) => {
        const state = hooks.get(Context.empty())
        if (typeof state === "object" && state !== null && "value" in state)
          result.observe(Number(state.value), attributes)
      })
      return
    }
    const record =
      type === "Counter"
        ? (value: number) => once(id, () => meter.createCounter(id, { description })).add(value, attributes)
        : (value: number) => once(id, () => meter.createHistogram(id, { description })).record(value, attributes)
    const { update } = hooks
    // In place: the metric's first update goes to the hooks that it has just made.
    Object.assign(hooks, {
      update: (input: unknown, context: Context.Context<never>) => {
        update(input, context)
        record(Number(input))
      },
    })
  }
  return new (class extends Map<string, Registered> {
    override set(key: string, metric: Registered) {
      observe(metric)
      return super.set(key, metric)
    }
  })()
}

/** What OpenTelemetry keeps a span under in its contexts, in every version of its API. */
const spanKey = Symbol.for("OpenTelemetry Context Key SPAN")

const contextOf = (values: ReadonlyMap<symbol, unknown>): object => ({
  getValue: (key: symbol) => values.get(key),
  setValue: (key: symbol, value: unknown) => contextOf(new Map(values).set(key, value)),
  deleteValue: (key: symbol) => contextOf(new Map([...values].filter(([name]) => name !== key))),
})

const hostSpans = new WeakMap<object, OpenTelemetrySpan>()
const kinds: ReadonlyArray<Tracer.SpanKind> = ["internal", "server", "client", "producer", "consumer"]
const timeOf = (nanos: bigint): [number, number] => [Number(nanos / 1_000_000_000n), Number(nanos % 1_000_000_000n)]

const tracerOf = (tracer: HostTracer) =>
  Tracer.make({
    span: ({ annotations, kind, links, name, parent, root, sampled, startTime }) => {
      const above = Option.match(parent, { onNone: () => undefined, onSome: (span) => hostSpans.get(span) })
      const options = { kind: kinds.indexOf(kind), startTime: timeOf(startTime), root }
      // Without a parent of ours, the span that is active in the host's code is the parent.
      const host =
        above === undefined
          ? tracer.startSpan(name, options)
          : tracer.startSpan(name, options, contextOf(new Map([[spanKey, above]])))
      const { spanId, traceId } = host.spanContext()
      const attributes = new Map<string, unknown>()
      const all = [...links]
      let status: Tracer.SpanStatus = { _tag: "Started", startTime }
      const span: Tracer.Span = {
        _tag: "Span",
        name,
        spanId,
        traceId,
        parent,
        annotations,
        get status() {
          return status
        },
        attributes,
        links: all,
        sampled,
        kind,
        end: (endTime, exit) => {
          status = { _tag: "Ended", startTime, endTime, exit }
          if (Exit.isFailure(exit)) host.setStatus({ code: 2 })
          host.end(timeOf(endTime))
        },
        attribute: (key, value) => {
          attributes.set(key, value)
          host.setAttribute(key, typeof value === "number" || typeof value === "boolean" ? value : String(value))
        },
        event: (event, at) => void host.addEvent(event, undefined, timeOf(at)),
        addLinks: (more) => void all.push(...more),
      }
      hostSpans.set(span, host)
      return span
    },
  })

/** The host's tracer and meter instead of none. */
export const layerTelemetry = ({ meter, tracer }: TelemetryOptions = {}): Layer.Layer<never> =>
  Layer.merge(
    meter === undefined ? Layer.empty : Layer.succeed(Metric.MetricRegistry, registryOf(meter)),
    tracer === undefined ? Layer.empty : Layer.succeed(Tracer.Tracer, tracerOf(tracer)),
  )
