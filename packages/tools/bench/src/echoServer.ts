/**
 * The other side of the gateway's measurement, as a process of its own: it reads each request to its end and answers with one of two
 * bodies, after the given time. `node echoServer.ts <milliseconds>` prints its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listenAsChild } from "./listenAsChild.ts"

const wait = Number(process.argv[2] ?? "0")
const accepted = JSON.stringify({ response_code: "00", token: "token-1", response_text: "", description: "", wiki: "" })
const pending = JSON.stringify({
  response_code: "00",
  token: "",
  response_text: "",
  status: "pending",
  montant: "100",
  amount: "100",
  custom_data: [],
  operator_id: "",
  operator_name: "",
  date: "",
  customer: null,
  external_id: "",
  oreference: "",
  request_id: "",
})

const answer = (request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json" })
  response.end(request.method === "GET" ? pending : accepted)
}

const server = createServer((request, response) => {
  request.resume()
  request.on("end", () => {
    if (wait === 0) answer(request, response)
    else setTimeout(answer, wait, request, response)
  })
})
server.keepAliveTimeout = 60_000
listenAsChild(server)
