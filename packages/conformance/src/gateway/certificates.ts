/**
 * Certificates for servers on loopback, made in the process when they are needed: nothing is committed, nothing expires, and no tool
 * has to be on the machine. Node signs but does not build certificates, so their few fields are put together here (X.509 version 3,
 * DER). The keys live for one run and are worth nothing.
 */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"

export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** One element of DER: a tag, a length and a content. */
const element = (tag: number, ...contents: ReadonlyArray<Buffer>): Buffer => {
  const content = Buffer.concat(contents)
  // The shortest form, as strict readers demand; nothing here is longer than two bytes of length can say.
  const { length: size } = content
  const length =
    size < 0x80
      ? Buffer.from([size])
      : size < 0x100
        ? Buffer.from([0x81, size])
        : Buffer.from([0x82, size >> 8, size & 0xff])
  return Buffer.concat([Buffer.from([tag]), length, content])
}

const sequence = (...contents: ReadonlyArray<Buffer>): Buffer => element(0x30, ...contents)
const octets = (content: Buffer): Buffer => element(0x04, content)
const yes = Buffer.from([0x01, 0x01, 0xff])

/** Object identifiers, already encoded. */
const identifiers = {
  ecdsaWithSha256: Buffer.from("06082a8648ce3d040302", "hex"),
  commonName: Buffer.from("0603550403", "hex"),
  basicConstraints: Buffer.from("0603551d13", "hex"),
  alternativeNames: Buffer.from("0603551d11", "hex"),
}

const nameOf = (commonName: string): Buffer =>
  sequence(element(0x31, sequence(identifiers.commonName, element(0x0c, Buffer.from(commonName)))))

const time = (year: number): Buffer => element(0x18, Buffer.from(`${year}0101000000Z`))

const pem = (label: string, bytes: Buffer): string =>
  [
    `-----BEGIN ${label}-----`,
    bytes.toString("base64").replaceAll(/.{64}(?=.)/g, "$&\n"),
    `-----END ${label}-----`,
    "",
  ].join("\n")

interface Wish {
  readonly subject: string
  readonly issuer: string
  readonly publicKey: KeyObject
  readonly signedWith: KeyObject
  readonly years: readonly [from: number, to: number]
  readonly extension: Buffer
}

let serial = 0

const certificate = ({ extension, issuer, publicKey, signedWith, subject, years }: Wish): string => {
  serial += 1
  const algorithm = sequence(identifiers.ecdsaWithSha256)
  const content = sequence(
    Buffer.from([0xa0, 0x03, 0x02, 0x01, 0x02]),
    element(0x02, Buffer.from([serial])),
    algorithm,
    nameOf(issuer),
    sequence(time(years[0]), time(years[1])),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(extension)),
  )
  const signature = sign("sha256", content, signedWith)
  return pem("CERTIFICATE", sequence(content, algorithm, element(0x03, Buffer.from([0]), signature)))
}

const mayIssue = sequence(identifiers.basicConstraints, yes, octets(sequence(yes)))

const alternativeNames = (hosts: ReadonlyArray<string>): Buffer => {
  const names = hosts.map((host) =>
    /^[0-9.]+$/.test(host) ? element(0x87, Buffer.from(host.split(".").map(Number))) : element(0x82, Buffer.from(host)),
  )
  return sequence(identifiers.alternativeNames, octets(sequence(...names)))
}

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" })
const keyPem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" })

/** Hosts under which a server on loopback is reached. */
const loopbackHosts: ReadonlyArray<string> = ["127.0.0.1", "localhost"]

/** Years in which this is read. */
const thisCentury = [2020, 2099] as const

/** What an authority puts into a certificate. */
interface ServerWish {
  readonly hosts?: ReadonlyArray<string>
  readonly years?: readonly [from: number, to: number]
}

/** An authority of its own: its certificate, and certificates that it signs. */
export interface Authority {
  readonly ca: string
  readonly issue: (wish?: ServerWish) => Certificate
}

export const newAuthority = (name = "Test authority"): Authority => {
  const { privateKey, publicKey } = newKeys()
  const wish = { subject: name, issuer: name, publicKey, signedWith: privateKey }
  return {
    ca: certificate({ ...wish, years: thisCentury, extension: mayIssue }),
    issue: ({ hosts = loopbackHosts, years = thisCentury } = {}) => {
      const server = newKeys()
      const cert = certificate({
        subject: "Test server",
        issuer: name,
        publicKey: server.publicKey,
        signedWith: privateKey,
        years,
        extension: alternativeNames(hosts),
      })
      return { cert, key: keyPem(server.privateKey) }
    },
  }
}

export const selfSigned = (): Certificate => {
  const { privateKey, publicKey } = newKeys()
  const cert = certificate({
    subject: "Test server",
    issuer: "Test server",
    publicKey,
    signedWith: privateKey,
    years: thisCentury,
    extension: alternativeNames(loopbackHosts),
  })
  return { cert, key: keyPem(privateKey) }
}
