/**
 * A registry on the loopback, for as long as a rehearsal lasts: it takes what is published and serves it beside everything that the
 * machine's own registry has. It states the time of publication that it was last given, so that package managers meet young and old versions.
 */
import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

interface Publication {
  readonly manifest: Readonly<Record<string, unknown>>
  readonly tarball: Buffer
  readonly at: string
}

export interface Registry extends AsyncDisposable {
  readonly url: string
  /** Versions published from now on state this time. */
  readonly publishAt: (time: Date) => void
}

/** What `npm publish` sends: one version, its tarball in base64, and the tags that point at it. */
interface PublishDocument {
  readonly name: string
  readonly versions: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString("utf8")
}

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify(body))
}

const fileOf = (name: string, version: string): string => `${name.replace(/^.*\//, "")}-${version}.tgz`

/** Starts a registry that redirects to `upstream` for what was not published to it. */
export const startRegistry = async (upstream: string): Promise<Registry> => {
  const packages = new Map<string, Map<string, Publication>>()
  let at = new Date().toISOString()
  let url = ""

  const publish = (document: PublishDocument): void => {
    const { name, versions: published, _attachments: attachments } = document
    const versions = packages.get(name) ?? new Map<string, Publication>()
    packages.set(name, versions)
    const [attachment] = Object.values(attachments)
    for (const [version, manifest] of Object.entries(published))
      versions.set(version, { manifest, tarball: Buffer.from(attachment?.data ?? "", "base64"), at })
  }

  const document = (name: string, versions: ReadonlyMap<string, Publication>) => {
    const all = [...versions]
    const described = all.map(([version, { manifest, tarball }]) => {
      const dist = {
        tarball: `${url}/${name}/-/${fileOf(name, version)}`,
        integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
        shasum: createHash("sha1").update(tarball).digest("hex"),
      }
      return [version, { ...manifest, dist }]
    })
    const times = all.map(([version, each]) => [version, each.at])
    const [first] = all
    const time = { created: first?.[1].at, modified: all.at(-1)?.[1].at, ...Object.fromEntries(times) }
    return { name, "dist-tags": { latest: all.at(-1)?.[0] }, versions: Object.fromEntries(described), time }
  }

  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = decodeURIComponent((request.url ?? "/").split("?")[0] ?? "/").slice(1)
    if (request.method === "PUT") {
      publish(JSON.parse(await bodyOf(request)))
      return answer(response, 201, { ok: true })
    }
    const [name = "", file] = path.split("/-/")
    const versions = packages.get(name)
    if (versions === undefined) {
      response.writeHead(307, { location: new URL(request.url?.slice(1) ?? "", upstream).href }).end()
    } else if (file === undefined) answer(response, 200, document(name, versions))
    else {
      const [, publication] = [...versions].find(([version]) => fileOf(name, version) === file) ?? []
      response.end(publication?.tarball)
    }
  }

  const server = createServer((request, response) => {
    answerTo(request, response).catch((error: unknown) => answer(response, 500, { error: String(error) }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The registry has no port.")
  url = `http://127.0.0.1:${address.port}`
  return {
    url,
    publishAt: (time) => {
      at = time.toISOString()
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
