/** Gateways that read a record wrongly. They are mistakes that real integrations make. */
import { broken, type BrokenGateway, objectOf } from "./Broken.ts"

const nearMiss = "a status that only resembles one of the three is pending, and kept for a person (#80, #108)"

/** Every gateway that reads a record wrongly. */
export const brokenConfirming: ReadonlyArray<BrokenGateway> = [
  broken("forgives the case of a status", [`confirmInvoice: ${nearMiss}`, `confirmPayout: ${nearMiss}`], {
    records: (record) =>
      record.unknownStatus?.toLowerCase() === "completed" ? { ...record, status: "completed" } : record,
  }),
  broken("forgives spaces around a status", [`confirmPayout: ${nearMiss}`], {
    records: (record) => (record.unknownStatus?.trim() === "completed" ? { ...record, status: "completed" } : record),
  }),
  broken("takes an unknown status for a failure", [`confirmPayout: ${nearMiss}`], {
    records: (record) => (record.unknownStatus === null ? record : { ...record, status: "not_completed" }),
  }),
  broken("does not keep an unknown status", [`confirmInvoice: ${nearMiss}`], {
    records: (record) => ({ ...record, unknownStatus: null }),
  }),
  broken("reads a status out of a list", ["confirmInvoice: a status that is no text settles nothing (#80, #108)"], {
    parses: (text) => {
      const value = objectOf(JSON.parse(text))
      return "status" in value ? { ...value, status: String(value["status"]) } : value
    },
  }),
  broken(
    "looks at the status only, and not at the code",
    [
      "confirmInvoice: a code that is not 00 settles nothing, whatever the status says (#79, #103)",
      "confirmPayout: a record without a code settles nothing (#79, #103)",
    ],
    { parses: (text) => ({ ...objectOf(JSON.parse(text)), response_code: "00" }) },
  ),
  broken(
    "reads only what is typed as it should be",
    ["confirmPayout: an operator that came as a number is the same operator (#111)"],
    {
      parses: (text) => {
        if (/"operator_id":[0-9]/.test(text)) throw new Error("operator_id")
        return JSON.parse(text)
      },
    },
  ),
  broken(
    "takes every record for its own",
    ["confirmPayout: a record that does not echo our token is not ours (#104)"],
    {
      records: (record) => ({ ...record, tokenIsOurs: true }),
    },
  ),
  broken(
    "rounds amounts",
    ["confirmInvoice: an amount that is not exactly an integer is none, and never rounded (#10, #88)"],
    {
      records: (record, body) => ({ ...record, amount: Math.round(Number(objectOf(body)["amount"])) }),
    },
  ),
  broken("takes one amount for both", ["confirmInvoice: two amounts that differ are none (#88)"], {
    records: (record, body) => ({ ...record, amount: Number(objectOf(body)["amount"]) }),
  }),
  broken(
    "takes an error for a payment's end",
    [
      "confirmInvoice: an error says nothing about the payment (#81, #147, #179)",
      "confirmPayout: Code02 fails with NotFound (#144, #230)",
    ],
    {
      parses: (text) => {
        const value = objectOf(JSON.parse(text))
        return value["response_code"] === "01" ? { ...value, response_code: "00", status: "notcompleted" } : value
      },
    },
  ),
]
