/** Digests and HMACs by `node:crypto`, at once: WebCrypto hands each to another thread, which costs ten times what it takes. */
import { Effect, Layer } from "effect"
import { Digest, Mac, SecureRandom } from "effect/crypto"
import { createHash, createHmac } from "node:crypto"

/** SHA-256 is `sha256` there. */
const nameOf = (hash: string): string => hash.replace("-", "").toLowerCase()

export const layerDigest = Layer.succeed(Digest.Digest, {
  digest: ({ name }, data) => Effect.sync(() => new Uint8Array(createHash(nameOf(name)).update(data).digest())),
  digestHex: ({ name }, data) => Effect.sync(() => createHash(nameOf(name)).update(data).digest("hex")),
})

export const layerMac = Mac.layerWebCryptoWith({
  hmac: (hash, key, data) => new Uint8Array(createHmac(nameOf(hash), key).update(data).digest()),
}).pipe(Layer.provide(SecureRandom.layerWebCrypto))
