/**
 * Careless versions of the samples that the pages show: what a reader in a hurry writes instead. Each names the test that must fail over it.
 * Samples whose careless versions a test of theirs holds already are not listed: the transport of one's own, the app on core, the first payment,
 * and those that run with packages of the registry (`careless.process.test.ts` of the matrix).
 */

/** One mistake in a sample. */
interface Careless {
  /** What the reader did. */
  readonly mistake: string
  /** The text of the sample, and what stands there instead. */
  readonly edit: readonly [text: string, instead: string]
  /** The title of the test that fails, or its end; before it the suite's, if another suite has the same title. */
  readonly caughtBy: string
}

/** A sample, the file of its tests, and its mistakes. They do not meet: all of them are made at once. */
export interface Sample {
  readonly sample: string
  readonly tests: string
  readonly mistakes: ReadonlyArray<Careless>
}

const outside = (text: string, instead: string, caughtBy: string): ReadonlyArray<Careless> => [
  { mistake: "writes the payment outside of the transaction", edit: [text, instead], caughtBy },
]
const placed = (library: string) =>
  `the example for ${library} > stores an order with its payment, which the worker does not see before the commit, or neither of them`

/** All of them. */
export const carelessSamples: ReadonlyArray<Sample> = [
  {
    sample: "apps/site/examples/handlers.ts",
    tests: "apps/site/test/examples.test.ts",
    mistakes: [
      {
        mistake: "treats an order that was not paid as one that was",
        edit: [
          '"payin.not_completed", ({ payment }) =>\n    alert(`${payment.id} was not paid`)',
          '"payin.not_completed", ({ payment }) =>\n    mail(payment.id)',
        ],
        caughtBy: "hear what happened",
      },
    ],
  },
  {
    sample: "apps/site/examples/webhook.ts",
    tests: "apps/site/test/examples.test.ts",
    mistakes: [
      {
        mistake: "believes what anybody posts",
        edit: ["await readWebhook(request, secret)", "(await request.json()).data"],
        caughtBy: "come by webhook, when its signature is right",
      },
      {
        mistake: "ships an order because a payout of its name has arrived",
        edit: ['event.type === "payin.completed"', 'event.type.endsWith(".completed")'],
        caughtBy: "come by webhook and deliver no order because a payout completed",
      },
    ],
  },
  {
    sample: "apps/site/examples/serverless.ts",
    tests: "apps/site/test/examples.test.ts",
    mistakes: [
      {
        mistake: "opens the payments again at each request",
        edit: ["(opened ??= open())", "open()"],
        caughtBy: "answer a callback, and work when the timer rings, over payments that are opened once",
      },
    ],
  },
  {
    sample: "apps/site/examples/payouts.ts",
    tests: "apps/site/test/examples.test.ts",
    mistakes: [
      {
        mistake: "uses one id for two payouts",
        edit: ['    id: "salary-18-june",\n', ""],
        caughtBy: "pay once, hold a twin until a person releases it",
      },
      {
        mistake: "makes a new id for each refund",
        edit: ['id: "refund-order-17-bread"', "id: `refund-${Math.random()}`"],
        caughtBy: "give a part of a payin back, once",
      },
    ],
  },
  {
    sample: "apps/site/examples/faults.ts",
    tests: "apps/site/test/examples.test.ts",
    mistakes: [
      {
        mistake: "looks once after the end of the time, and never again",
        edit: ['advance("3 days")', 'advance("1 second")'],
        caughtBy: "finds a late payment and a lost answer",
      },
    ],
  },
  {
    sample: "apps/site/examples/queue.ts",
    tests: "apps/site/test/adapters.test.ts",
    mistakes: [
      {
        mistake: "gives all events of a payment one id, so that the queue keeps the first",
        edit: [
          "id: event.id,\n        group: keyText(event.key)",
          "id: event.key.id,\n        group: keyText(event.key)",
        ],
        caughtBy: "is a consumer of core",
      },
      {
        mistake: "does the same through the facade",
        edit: ["id: event.id,\n          group: `", "id: event.payment.id,\n          group: `"],
        caughtBy: "takes each event under its id, and one that it refused comes again",
      },
    ],
  },
  {
    sample: "apps/site/examples/vault.ts",
    tests: "apps/site/test/adapters.test.ts",
    mistakes: [
      {
        mistake: "makes up keys for a project that the vault does not know",
        edit: [
          "found === null\n        ? null\n        : { apiKey: found.key, apiToken: found.token }",
          '{ apiKey: found?.key ?? "none", apiToken: found?.token ?? "none" }',
        ],
        caughtBy: "sends nothing for a project that it does not know",
      },
    ],
  },
  {
    sample: "apps/site/examples/paying.ts",
    tests: "apps/site/test/paying.test.ts",
    mistakes: [
      {
        mistake: "shows no link to the page on which the customer pays",
        edit: ['<a href="${next.url}" rel="noreferrer">→</a>', ""],
        caughtBy: "completes by the operator's page, and its page says what to do",
      },
      {
        mistake: "creates before the customer has dialled for a code",
        edit: ["create({ ...order, method }, { otp })", "create({ ...order, method })"],
        caughtBy: "completes by a dialled code, and its page says what to do",
      },
      {
        mistake: "creates again with the code, where it is to be handed in",
        edit: [
          'const { next } = await payments.payins.submitOtp(order.id, otp)\n  // next: { type: "wait_or_enter_code", from: "sms" }',
          "const { next } = await payments.payins.create({ ...order, method }, { otp })",
        ],
        caughtBy: "completes by a code by SMS, and its page says what to do",
      },
      {
        mistake: "takes the form away after the first code, right or wrong",
        edit: [
          'case "enter_code":\n    case "wait_or_enter_code":',
          'case "wait_or_enter_code":\n      return sentence\n    case "enter_code":',
        ],
        caughtBy: "completes by wallet, and its page says what to do",
      },
    ],
  },
  {
    sample: "packages/cauri/examples/ownTests.ts",
    tests: "packages/cauri/test/examples.test.ts",
    mistakes: [
      {
        mistake: "forgets that the customer has to enter the PIN",
        edit: ["await payments.service.phones.approve(phone)", ""],
        caughtBy: "take a payin from creation to completion on time of its own",
      },
    ],
  },
  {
    sample: "packages/cauri/examples/oneTransaction.ts",
    tests: "packages/cauri/test/examples.test.ts",
    mistakes: [
      {
        mistake: "fulfils when the payment is sent",
        edit: [
          'await payments.payins.send("order-17")',
          'await payments.payins.send("order-17")\n  database.exec("update orders set fulfilled = 1")',
        ],
        caughtBy: "fulfil no order that the customer does not pay",
      },
    ],
  },
  {
    sample: "packages/cauri/examples/payoutInDoubt.ts",
    tests: "packages/cauri/test/examples.test.ts",
    mistakes: [
      {
        mistake: "makes a new id when it tries again",
        edit: [
          "payments.payouts.create({ ...salary, method:",
          "payments.payouts.create({ ...salary, id: `salary-${Math.random()}`, method:",
        ],
        caughtBy: "send a payout once whose answer is lost, and let a person decide",
      },
    ],
  },
  {
    sample: "packages/cauri/examples/plain.js",
    tests: "packages/cauri/test/examples.test.ts",
    mistakes: [
      {
        mistake: "shows the customer what is meant for a programmer",
        edit: ['error.customerMessage("en")', "error.message"],
        caughtBy: "work in plain JavaScript, errors included",
      },
    ],
  },
  {
    sample: "packages/cauri/examples/ownParts.ts",
    tests: "packages/cauri/test/own.test.ts",
    mistakes: [
      {
        mistake: "keeps nothing",
        edit: ["void payments.set(name, payment)", "{}"],
        caughtBy: "fit the facade: a payin is stored in the one and asked about by the other",
      },
    ],
  },
  {
    sample: "packages/cauri/examples/callbackRoutes.ts",
    tests: "packages/cauri/test/https.test.ts",
    mistakes: [
      {
        mistake: "lets another handler take the body first",
        edit: [
          "createServer(payments.nodeCallbackHandler)",
          "createServer(async (request, response) => {\n    await request.toArray()\n    return payments.nodeCallbackHandler(request, response)\n  })",
        ],
        caughtBy: "woken by a callback through node:http (#9, #196, #198)",
      },
      {
        mistake: "parses JSON before the route",
        edit: [
          '  app.all("/callbacks/*address", payments.nodeCallbackHandler)\n  app.use(express.json())',
          '  app.use(express.json(), express.urlencoded())\n  app.all("/callbacks/*address", payments.nodeCallbackHandler)',
        ],
        caughtBy: "woken by a callback through Express (#9, #196, #198)",
      },
      {
        mistake: "leaves the parsers of the framework in place",
        edit: [
          '    callbacks.removeAllContentTypeParsers()\n    callbacks.addContentTypeParser("*", (_request, _payload, done) =>\n      done(null),\n    )\n',
          "",
        ],
        caughtBy: "woken by a callback through Fastify (#9, #196, #198)",
      },
      {
        mistake: "opens the route for GET alone",
        edit: ['app.all("/callbacks/*", (context)', 'app.get("/callbacks/*", (context)'],
        caughtBy: "woken by a callback through Hono (#9, #196, #198)",
      },
      {
        mistake: "exports no POST",
        edit: ["    POST: handler,\n", ""],
        caughtBy: "woken by a callback through Next's contract (#9, #196, #198)",
      },
    ],
  },
  {
    sample: "packages/cauri/examples/transactions/drizzle.ts",
    tests: "packages/cauri/test/transactions.process.test.ts",
    mistakes: outside("through(transaction), payment", "through(db), payment", placed("drizzle")),
  },
  {
    sample: "packages/cauri/examples/transactions/knex.ts",
    tests: "packages/cauri/test/transactions.process.test.ts",
    mistakes: outside("through(transaction), payment", "through(knex), payment", placed("knex")),
  },
  {
    sample: "packages/cauri/examples/transactions/kysely.ts",
    tests: "packages/cauri/test/transactions.process.test.ts",
    mistakes: outside("through(transaction), payment", "through(db), payment", placed("kysely")),
  },
  {
    sample: "packages/cauri/examples/transactions/kyselySqlite.ts",
    tests: "packages/cauri/test/transactions.process.test.ts",
    mistakes: outside(
      "db.transaction().execute(async (transaction) => {\n    payments.insertWithin(database, payment)",
      "(payments.insertWithin(database, payment), db).transaction().execute(async (transaction) => {",
      "the example for kysely on SQLite > stores an order with its payment, or neither of them",
    ),
  },
  {
    sample: "packages/cauri/examples/transactions/pg.ts",
    tests: "packages/cauri/test/transactions.process.test.ts",
    mistakes: outside("insertWithin(client, payment)", "insertWithin(pool, payment)", placed("pg")),
  },
  {
    sample: "apps/demo/src/tenLines.ts",
    tests: "apps/demo/test/tenLines.test.ts",
    mistakes: [
      {
        mistake: "makes a new id when it tries again",
        edit: [
          "payment: again } = yield* payouts.create({ ...salary,",
          'payment: again } = yield* payouts.create({ ...salary, id: "salary-17-b",',
        ],
        caughtBy: "run, and send one payout once although it is asked for twice (#199)",
      },
    ],
  },
  {
    sample: "apps/reconciler/test/ownOutcomes.ts",
    tests: "apps/reconciler/test/ownOutcomes.test.ts",
    mistakes: [
      {
        mistake: "looks at no kind, so that a payout pays an order of its name",
        edit: [' && key.kind === "payin"', ""],
        caughtBy: "hears in the transaction that marks the event, in place of the consumers of the configuration",
      },
    ],
  },
  {
    sample: "packages/adapters/gateway-http/test/vault.ts",
    tests: "packages/adapters/gateway-http/test/vault.test.ts",
    mistakes: [
      {
        mistake: "makes up keys for a project that the vault does not know",
        edit: [
          "found === null ? null : { apiKey: Redacted.make(found.key), apiToken: Redacted.make(found.token) }",
          '({ apiKey: Redacted.make(found?.key ?? "none"), apiToken: Redacted.make(found?.token ?? "none") })',
        ],
        caughtBy: "and one that fails leaves the last good ones (#192)",
      },
    ],
  },
  {
    sample: "packages/conformance/test/ownStore.ts",
    tests: "packages/conformance/test/ownStore.slow.test.ts",
    mistakes: [
      {
        mistake: "forgets what the payments share",
        edit: ["shared = next", "void next"],
        caughtBy: "of many holds of one scope at once one is kept, and of many lifts one lifts",
      },
    ],
  },
]
