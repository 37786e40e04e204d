import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import {
  allowedAddresses,
  type CallbackTarget,
  defaultTargetRules,
  maximumUrlLength,
  resolveTargetRules,
  type TargetRules,
  targetOf,
} from "../src/sending/callbackTarget.ts"
import { loopbackSpellings, names, ownersRules, refusedUrls } from "./callbackUrls.ts"
import { type Told, undelivered } from "../src/model/Told.ts"

/** The whole judgement without a connection: the address, then what its name resolves to. */
const judge = (url: string, rules: TargetRules): Result.Result<ReadonlyArray<string>, Told> =>
  Result.flatMap(targetOf(url, rules), (target) => {
    const addresses = target.addresses ?? names[target.host]
    return addresses === undefined
      ? Result.fail({ en: "does not resolve", fr: "" })
      : allowedAddresses(target, addresses)
  })

const allowed = (url: string, rules: TargetRules = ownersRules): CallbackTarget =>
  Result.getOrThrowWith(targetOf(url, rules), ({ en }) => new Error(`${url}: ${en}`))

const whyNot = (url: string, rules: TargetRules = ownersRules): string =>
  Result.match(judge(url, rules), { onFailure: ({ en }) => en, onSuccess: () => `${url} is allowed` })

describe("targetOf", () => {
  it("refuses a corpus of more than 120 hostile callback addresses, each for its own reason #9 #195", () => {
    const all = refusedUrls.flatMap(({ urls }) => urls)
    assert.strictEqual(new Set(all).size, all.length)
    assert.isAtLeast(all.length, 120)
    for (const { because, urls } of refusedUrls) {
      for (const url of urls) {
        assert.include(whyNot(url), because, JSON.stringify(url))
      }
    }
  })

  it("allows loopback in every spelling that the URL parser reads as loopback, and connects there only #195", () => {
    for (const url of loopbackSpellings) {
      const target = allowed(url, defaultTargetRules)
      assert.deepStrictEqual(target.kinds, ["Loopback"], url)
      assert.isTrue(Result.isSuccess(allowedAddresses(target, target.addresses ?? [])), url)
      for (const address of target.addresses ?? []) {
        assert.match(address, /^127\.|^::1$/, url)
      }
    }
  })

  it("refuses every spelling of loopback when the owner turned loopback off #195", () => {
    for (const url of loopbackSpellings) {
      assert.include(whyNot(url, { ...ownersRules, loopback: false }), "neither loopback nor on the list", url)
    }
  })

  it("calls only loopback unless the owner says otherwise #195", () => {
    assert.include(whyNot("https://shop.example/", defaultTargetRules), "neither loopback nor on the list")
    assert.deepStrictEqual(resolveTargetRules(), { loopback: true, allowedHosts: [], ports: [443, 80, 8443] })
  })

  it("never resolves localhost, so no resolver can send it elsewhere", () => {
    assert.deepStrictEqual(allowed("http://localhost/").addresses, ["127.0.0.1", "::1"])
  })

  it("reads an allowed address into what is connected to and what is asked for #195", () => {
    assert.deepStrictEqual(allowed("https://SHOP.example/hook?a=%C3%A9#part"), {
      secure: true,
      host: "shop.example",
      port: 443,
      path: "/hook?a=%C3%A9",
      addresses: undefined,
      kinds: ["Public"],
      rateKey: "shop.example:443",
    })
    assert.deepStrictEqual(allowed("http://[::1]:4010"), {
      secure: false,
      host: "::1",
      port: 4010,
      path: "/",
      addresses: ["::1"],
      kinds: ["Loopback"],
      rateKey: "loopback:4010",
    })
  })

  it("takes the whole of loopback as one host for the rate #196", () => {
    const keys = ["http://127.0.0.1:9/", "http://127.8.9.1:9/", "http://localhost:9/", "https://[::1]:9/"].map(
      (url) => allowed(url).rateKey,
    )
    assert.deepStrictEqual(new Set(keys), new Set(["loopback:9"]))
  })

  it("allows a listed host on the ports 80, 443 and 8443, or on its own port only #210", () => {
    assert.deepStrictEqual(
      ["http://shop.example/", "https://shop.example/", "http://shop.example:8443/", "http://hooks.example:8080/"].map(
        (url) => allowed(url).port,
      ),
      [80, 443, 8443, 8080],
    )
    const narrow = resolveTargetRules({ allowedHosts: [{ host: "shop.example" }], ports: [444] })
    assert.strictEqual(allowed("https://shop.example:444/", narrow).port, 444)
    assert.include(whyNot("https://shop.example/", narrow), "Port 443")
  })

  it("gives a host that is listed twice the permissions of the entry for its port only", () => {
    const rules = resolveTargetRules({
      allowedHosts: [{ host: "shop.example" }, { host: "shop.example", port: 9000, privateAddresses: true }],
    })
    assert.deepStrictEqual(allowed("https://shop.example/", rules).kinds, ["Public"])
    assert.deepStrictEqual(allowed("https://shop.example:9000/", rules).kinds, ["Public", "Private", "Loopback"])
  })

  it("allows an internationalised name in each of its spellings", () => {
    for (const url of ["https://bücher.example/", "https://BÜCHER.example/", "https://xn--bcher-kva.example/"]) {
      assert.strictEqual(allowed(url).host, "xn--bcher-kva.example")
    }
  })

  it("allows public addresses that the owner listed as such", () => {
    assert.deepStrictEqual(judge("https://8.8.8.8/", ownersRules), Result.succeed(["8.8.8.8"]))
    assert.deepStrictEqual(judge("https://134744072/", ownersRules), Result.succeed(["8.8.8.8"]))
    assert.deepStrictEqual(
      judge("https://[2001:4860:4860:0::8888]/", ownersRules),
      Result.succeed(["2001:4860:4860::8888"]),
    )
  })

  it("takes an address of the greatest length and refuses one that is a character longer", () => {
    const start = "http://127.0.0.1/"
    assert.strictEqual(allowed(start.padEnd(maximumUrlLength, "a")).path.length, maximumUrlLength - start.length + 1)
    assert.include(whyNot(start.padEnd(maximumUrlLength + 1, "a")), "longer than 2048 characters")
  })
})

describe("allowedAddresses", () => {
  it("allows all addresses of a name or none", () => {
    const target = allowed("https://shop.example/")
    assert.deepStrictEqual(
      allowedAddresses(target, ["8.8.8.8", "2001:4860:4860::8888"]),
      Result.succeed(["8.8.8.8", "2001:4860:4860::8888"]),
    )
    for (const addresses of [
      ["8.8.8.8", "127.0.0.1"],
      ["127.0.0.1", "8.8.8.8"],
      ["8.8.8.8", "8.8.4.4", "fd00::1"],
    ]) {
      assert.isTrue(Result.isFailure(allowedAddresses(target, addresses)), addresses.join())
    }
  })

  it("allows private and loopback addresses of a name only if the owner said so of that name", () => {
    const insider = allowed("https://inside.example/")
    for (const address of ["10.0.0.5", "172.31.0.1", "192.168.1.1", "100.64.0.1", "127.0.0.1", "::1", "fd00::1"]) {
      assert.isTrue(Result.isSuccess(allowedAddresses(insider, [address, "8.8.8.8"])), address)
      assert.isTrue(Result.isFailure(allowedAddresses(allowed("https://shop.example/"), [address])), address)
    }
    for (const address of ["169.254.169.254", "0.0.0.0", "224.0.0.1", "fe80::1", "::ffff:10.0.0.5", "fd00:ec2::254"]) {
      assert.isTrue(Result.isFailure(allowedAddresses(insider, [address])), address)
    }
  })

  it("names the range that decided, and not the address", () => {
    const refused = allowedAddresses(allowed("https://shop.example/"), ["192.168.7.9"])
    assert.deepStrictEqual(refused, Result.fail(undelivered((texts) => texts.range_refused("private, 192.168.0.0/16"))))
  })
})

describe("a suffix on the list", () => {
  const rules = resolveTargetRules({ allowedHosts: [{ host: ".Shop.example" }] })

  it("stands for every host under it, and for no other", () => {
    for (const host of ["a.shop.example", "a.b.shop.example"])
      assert.isTrue(Result.isSuccess(targetOf(`https://${host}/`, rules)), host)
    for (const host of ["shop.example", "myshop.example", "a.shop.example.test", "shop.example.a"])
      assert.include(whyNot(`https://${host}/`, rules), "neither loopback nor on the list", host)
  })

  it("leaves ports and addresses to the same rules as a name", () => {
    assert.include(whyNot("https://a.shop.example:9000/", rules), "Port 9000 of the host is not allowed")
    assert.deepStrictEqual(allowed("https://a.shop.example/", rules).kinds, ["Public"])
  })
})

describe("resolveTargetRules", () => {
  it("refuses a listed host that is not exactly a host", () => {
    for (const host of [
      "",
      "*",
      "*.example",
      ".",
      ".shop.example:8080",
      "shop.example:8080",
      "shop.example:80",
      "shop.example/hook",
      "shop.example?a",
      "https://shop.example",
      "user@shop.example",
      "shop.example.",
      " shop.example",
      "shop example",
      "[::1",
      "10.0.0.0/8",
    ]) {
      assert.throws(() => resolveTargetRules({ allowedHosts: [{ host }] }), RangeError, "is neither a host name", host)
    }
  })

  it("spells listed hosts as the URL parser does", () => {
    const listed = ["Shop.Example", "BÜCHER.example", "0x7f.1", "::1", "[0::1]"].map((host) => ({ host }))
    assert.deepStrictEqual(
      resolveTargetRules({ allowedHosts: listed }).allowedHosts.map(({ host }) => host),
      ["shop.example", "xn--bcher-kva.example", "127.0.0.1", "[::1]", "[::1]"],
    )
  })
})
