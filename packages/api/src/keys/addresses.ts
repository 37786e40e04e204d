/** Addresses of clients, and the ranges that a key allows. */

interface Range {
  readonly start: bigint
  readonly bits: 32 | 128
  readonly prefix: number
}

const ip4 = (text: string): bigint | null => {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) return null
  const parts = text.split(".").map(Number)
  return parts.some((part) => part > 255) ? null : parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n)
}

/** The web's own reading of an IPv6 address leaves eight groups of hexadecimal digits, with at most one gap. */
const ip6 = (text: string): bigint | null => {
  if (!/^[0-9a-f:.]+$/i.test(text) || !URL.canParse(`http://[${text}]`)) return null
  const [head = "", tail] = new URL(`http://[${text}]`).hostname.slice(1, -1).split("::")
  const [heads, tails] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")))
  const zeros = Array<string>(8 - (heads?.length ?? 0) - (tails?.length ?? 0)).fill("0")
  const all = [...(heads ?? []), ...zeros, ...(tails ?? [])]
  return all.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

/** An address, or a range in CIDR form; null: it is none. An IPv4 address within IPv6 is that IPv4 address. */
const rangeOf = (text: string): Range | null => {
  const [address = "", length, ...more] = text.split("/")
  if (more.length > 0) return null
  const four = ip4(address)
  const start = four ?? ip6(address.replace(/%.*$/, ""))
  if (start === null) return null
  const bits = four === null ? 128 : 32
  if (length !== undefined && !/^(0|[1-9]\d{0,2})$/.test(length)) return null
  const prefix = length === undefined ? bits : Number(length)
  if (prefix > bits) return null
  return bits === 128 && start >> 32n === 0xffffn && prefix >= 96
    ? { start: start & 0xffff_ffffn, bits: 32, prefix: prefix - 96 }
    : { start, bits, prefix }
}

/** Is this an address, or a range of them? */
export const isRange = (text: string): boolean => rangeOf(text) !== null

/** Is this address in one of the ranges? An address that cannot be read is in none. */
export const isWithin = (from: string | undefined, ranges: ReadonlyArray<string>): boolean => {
  const client = rangeOf(from ?? "")
  if (client === null || client.prefix !== client.bits) return false
  return ranges.some((each) => {
    const range = rangeOf(each)
    if (range === null || range.bits !== client.bits) return false
    const shift = BigInt(range.bits - range.prefix)
    return range.start >> shift === client.start >> shift
  })
}
