/**
 * Callbacks as the service posts them, by the hundred thousand: each event twice, as JSON and as a form, with a number of its own in its
 * body, so that whatever was answered 200 can be looked for in a store afterwards.
 */
import { callbackForm, type PayinCallback } from "@cauri/simulator"

export type Encoding = "json" | "form"

const mark = "EVENT"
const payment = "PAYMENT"
const sum = 777_001

const model: PayinCallback = {
  date: "2026-05-09 07:20:23+00",
  wiki: "https://service.example/wiki/confirmInvoice",
  token: `callback-token-${mark}`,
  amount: sum,
  status: "completed",
  montant: sum,
  customer: "22670000000",
  oreference: `O${mark}`,
  request_id: `P${mark}E`,
  custom_data: [
    {
      keyof_customdata: "transaction_id",
      valueof_customdata: payment,
      datecreation_customdata: "2026-05-09 07:20:23.362788",
    },
    {
      keyof_customdata: "hash",
      valueof_customdata: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      datecreation_customdata: "2026-05-09 07:20:23.362788",
    },
    {
      keyof_customdata: "logfile",
      valueof_customdata: `20260509072023${mark}`,
      datecreation_customdata: "2026-05-09 07:20:23.362788",
    },
  ],
  description: "",
  external_id: `ART${mark}`,
  operator_id: "11",
  operator_name: "ORANGE BURKINA",
  response_code: "00",
  response_text: "",
  customer_details: {
    email: "someone@mail.example",
    phone: "22670000000",
    details: "",
    lastname: "LASTNAME",
    firstname: "Firstname",
  },
}

const templates: Readonly<Record<Encoding, string>> = {
  json: JSON.stringify(model),
  form: callbackForm(model, "BracketList"),
}

/** The body of an event. Amounts differ, too; every eighth event is of a payment that was not completed. */
const bodyOf = (id: string, event: number, encoding: Encoding): string =>
  templates[encoding]
    // The sum first: there are events whose number looks like it.
    .replaceAll(String(sum), String(100 + (event % 100_000)))
    .replaceAll(mark, String(event))
    .replace(payment, id)
    .replace("completed", event % 8 === 7 ? "notcompleted" : "completed")

export const eventIn = (body: string): number => Number(/P(\d+)E/.exec(body)?.[1] ?? Number.NaN)

/** The whole POST of an event to a path, as bytes of HTTP/1.1. */
export const postOf = (path: string, event: number, encoding: Encoding): string => {
  const body = bodyOf(path.split(".", 4)[3] ?? "", event, encoding)
  const type = encoding === "json" ? "application/json" : "application/x-www-form-urlencoded"
  return `POST ${path} HTTP/1.1\r\nHost: callbacks.shop.example\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}
