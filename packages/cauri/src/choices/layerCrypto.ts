/** Digests and HMACs at once, where the runtime has `node:crypto`: WebCrypto hands each to another thread, which costs ten times as much. */
import { Effect, Layer } from "effect"
import { Digest, Mac, SecureRandom } from "effect/crypto"

const node = globalThis.process?.getBuiltinModule?.("node:crypto")

/** SHA-256 is `sha256` there. */
const nameOf = (hash: string): string => hash.replace("-", "").toLowerCase()

export const layerDigest: Layer.Layer<Digest.Digest> =
  node === undefined
    ? Digest.layerWebCrypto
    : Layer.succeed(Digest.Digest, {
        digest: ({ name }, data) =>
          Effect.sync(() => new Uint8Array(node.createHash(nameOf(name)).update(data).digest())),
        digestHex: ({ name }, data) => Effect.sync(() => node.createHash(nameOf(name)).update(data).digest("hex")),
      })

const layerMacFrom =
  node === undefined
    ? Mac.layerWebCrypto
    : Mac.layerWebCryptoWith({
        hmac: (hash, key, data) => new Uint8Array(node.createHmac(nameOf(hash), key).update(data).digest()),
      })

export const layerMac: Layer.Layer<Mac.Mac> = Layer.provide(layerMacFrom, SecureRandom.layerWebCrypto)
