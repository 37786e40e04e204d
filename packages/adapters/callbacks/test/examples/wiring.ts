import { Layer, ManagedRuntime } from "effect"
import type { PaymentStore } from "@cauri/core"
import { CallbackIntake, WakeSignal } from "@cauri/core/adapter"
import {
  type CallbackAddressOptions,
  CallbackReceiver,
  layerCallbackAddress,
  toWebHandler,
} from "@cauri/callbacks"

/** The whole wiring of an endpoint: a store, the keys, and core's intake. Wrong keys are told here, when the program starts. */
export const startCallbacks = async (
  store: Layer.Layer<PaymentStore>,
  options: CallbackAddressOptions,
) => {
  const layer = CallbackReceiver.layer().pipe(
    Layer.provide([
      CallbackIntake.layer.pipe(Layer.provide([store, WakeSignal.layer])),
      layerCallbackAddress(options),
    ]),
  )
  const runtime = ManagedRuntime.make(layer)
  return {
    handler: await runtime.runPromise(toWebHandler),
    stop: () => runtime.dispose(),
  }
}
