/**
 * A self-signed certificate, made when a test needs it, so that no key lies in the repository and no certificate expires. Node makes
 * keys but not certificates: the few lines of DER that one consists of are written here.
 */
import { createSign, generateKeyPairSync } from "node:crypto"

/** A key and the certificate for one host name, both in PEM. */
export const selfSigned = (name: string): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const algorithm = sequence(objectIdentifier("2a8648ce3d040302"))
  const commonName = sequence(der(0x31, sequence(objectIdentifier("550403"), der(0x0c, Buffer.from(name)))))
  const subjectAlternativeName = sequence(objectIdentifier("551d11"), der(0x04, sequence(der(0x82, Buffer.from(name)))))
  const certified = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    commonName,
    sequence(der(0x17, Buffer.from("200101000000Z")), der(0x17, Buffer.from("491231235959Z"))),
    commonName,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(subjectAlternativeName)),
  )
  const signature = createSign("sha256").update(certified).sign(privateKey)
  const certificate = sequence(certified, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  }
}

const der = (tag: number, ...content: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(content)
  const length =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const sequence = (...content: ReadonlyArray<Buffer>): Buffer => der(0x30, ...content)

const objectIdentifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"))
