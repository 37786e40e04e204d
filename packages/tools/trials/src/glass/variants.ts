/** The merchant's programs, each with one promise broken: what the simulation must find. */
import { Effect } from "effect"
import {
  blankConfirmRecord,
  type ConfirmRecord,
  Gateway,
  notSent,
  type PaymentStoreDriver,
  CreationAnswer,
  Documents,
} from "@cauri/core/adapter"
import { CallFailure, type PayinContent, type PayoutContent } from "@cauri/core/model"
import * as BrokenPorts from "../brokenPorts.ts"
import type { Broken } from "./merchant.ts"

type Driver = PaymentStoreDriver

/** A gateway whose confirms say something else. */
const confirms =
  (wrong: (record: ConfirmRecord) => Partial<ConfirmRecord>): NonNullable<Broken["gateway"]> =>
  (gateway) =>
    Gateway.of({
      ...gateway,
      confirm: (call) => Effect.map(gateway.confirm(call), (record) => ({ ...record, ...wrong(record) })),
    })

const answers =
  (wrong: (answer: CreationAnswer) => CreationAnswer): NonNullable<Broken["gateway"]> =>
  (gateway) =>
    Gateway.of({ ...gateway, create: (call) => Effect.map(gateway.create(call), wrong) })

/** Creations whose content is another one than what was asked for. */
const contents =
  (wrong: (content: PayinContent | PayoutContent) => object): NonNullable<Broken["gateway"]> =>
  (gateway) =>
    Gateway.of({
      ...gateway,
      create: (call) => {
        const { content } = call.payment
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-misused-spread -- a gateway reads its fields
        const payment = { ...call.payment, content: { ...content, ...wrong(content) } } as typeof call.payment
        return gateway.create({ ...call, payment })
      },
    })

const missed: ConfirmRecord = { ...blankConfirmRecord, status: "not_completed" }

const driver = (wrong: (driver: Driver) => Partial<Driver>): Broken => ({
  driver: (real) => ({ ...real, ...wrong(real) }),
})

/** What is done wrong, as a sentence without its subject. */
export const variants: Readonly<Record<string, Broken>> = {
  "retries a creation whose answer was lost": { gateway: BrokenPorts.retriesCreations },
  "counts a lost answer as not sent": { gateway: BrokenPorts.callsLostAnswersUnsent },
  "takes a creation that may have left for refused": {
    gateway: answers((answer) =>
      answer._tag === "no_answer" ? CreationAnswer.cases.refused.make({ reason: answer }) : answer,
    ),
  },
  "expires a payin without asking": { gateway: BrokenPorts.neverAsks },
  "counts every word as completed": { gateway: confirms(() => ({ status: "completed" })) },
  "counts pending as not completed": {
    gateway: confirms(({ status }) => (status === "pending" ? { status: "not_completed" } : {})),
  },
  "never finds that a payment was completed": {
    gateway: confirms(({ status }) => (status === "completed" ? { status: "pending" } : {})),
  },
  "counts completed as not completed": {
    gateway: confirms(({ status }) => (status === "completed" ? { status: "not_completed" } : {})),
  },
  "sends before the claim is durable": { driver: BrokenPorts.forgetsClaims },
  "forgets the last event of a step": driver((real) => ({
    save: (row, events, terms) => real.save(row, events.slice(0, -1), terms),
  })),
  "never takes up what is due": { driver: BrokenPorts.takesNothing },
  "delivers nothing": { driver: BrokenPorts.deliversNothing },
  "saves what happened and gives the host nothing to receive": { driver: BrokenPorts.savesInSilence },
  "marks an event before the host has it": driver((real) => ({
    takeDeliveries: (terms) =>
      Effect.tap(real.takeDeliveries(terms), ({ taken }) =>
        Effect.forEach(taken, (each) => real.markDelivered(each, { seq: each.event.seq, now: terms.now }), {
          discard: true,
        }),
      ),
  })),
  "loses completed from what a consumer wants": driver((real) => ({
    subscribe: (subscription) =>
      real.subscribe({ ...subscription, wanted: ["payin.not_completed", "payin.expired", "payin.flagged"] }),
  })),
  "overlooks a payout of the same amount to the same beneficiary": { driver: BrokenPorts.overlooksTwins },
  "asks for one franc more": { gateway: contents(({ amount }) => ({ amount: amount + 5 })) },
  "pays the wages of one to another": {
    gateway: contents(({ kind }) => (kind === "payout" ? { phone: "22660000190" } : {})),
  },
  "creates everything twice": {
    gateway: (gateway) =>
      Gateway.of({ ...gateway, create: (call) => Effect.andThen(gateway.create(call), gateway.create(call)) }),
  },
  "takes what was accepted for refused": {
    gateway: answers((answer) =>
      answer._tag === "accepted"
        ? CreationAnswer.cases.refused.make({ reason: CallFailure.cases.declined.make({ code: "Code05" }) })
        : answer,
    ),
  },
  "takes what was accepted for not sent": {
    gateway: answers((answer) => (answer._tag === "accepted" ? notSent("connection_refused") : answer)),
  },
  "counts not completed as completed": {
    gateway: confirms(({ status }) => (status === "not_completed" ? { status: "completed" } : {})),
  },
  "takes a question without an answer for not completed": {
    gateway: (gateway) =>
      Gateway.of({ ...gateway, confirm: (call) => Effect.orElseSucceed(gateway.confirm(call), () => missed) }),
  },
  "takes a question without an answer for completed": {
    gateway: (gateway) =>
      Gateway.of({
        ...gateway,
        confirm: (call) => Effect.orElseSucceed(gateway.confirm(call), () => ({ ...missed, status: "completed" })),
      }),
  },
  "takes a token that the service forgot for not completed": {
    gateway: (gateway) =>
      Gateway.of({
        ...gateway,
        confirm: (call) =>
          Effect.catchIf(
            gateway.confirm(call),
            ({ reason }) => reason._tag === "not_found",
            () => Effect.succeed(missed),
          ),
      }),
  },
  "claims without looking at the version": { driver: BrokenPorts.claimsAnything },
  "saves without looking at the version": { driver: BrokenPorts.savesBlindly(() => true) },
  "takes payments for ever": driver((real) => ({ takeDue: (terms) => real.takeDue({ ...terms, until: Infinity }) })),
  "takes deliveries for ever": driver((real) => ({
    takeDeliveries: (terms) => real.takeDeliveries({ ...terms, until: Infinity }),
  })),
  "loses the events of the API's key": driver((real) => ({
    subscribe: (subscription) =>
      subscription.consumer.startsWith("api/") ? Effect.succeed(true) : real.subscribe(subscription),
  })),
  "forgets a payin that expired": driver((real) => ({
    save: (row, events, terms) => real.save(row.state === "expired" ? { ...row, actAt: null } : row, events, terms),
  })),
  "takes a backup for the newest state": { restores: "in silence" },
  "pays wages after a restoration without reading the statement": {
    restores: "with a statement",
    documents: (documents) =>
      Documents.of({
        ...documents,
        find: ({ kind, number }) =>
          Effect.map(documents.find({ kind, number }), (found) =>
            found === null || kind !== "statement" ? found : { ...found, body: new TextEncoder().encode("[]") },
          ),
      }),
  },
  "counts as received what the host refused": { driver: BrokenPorts.takesRefusalsForDelivered },
  "settles without looking at the version": {
    driver: BrokenPorts.savesBlindly((tags) => tags.includes("completed") || tags.includes("not_completed")),
  },
  "sends again what a dead worker was sending": { port: BrokenPorts.requeues },
  "takes a worker for dead before its lease is over": { port: BrokenPorts.takesEarly },
  'takes a "not now" for final': { gateway: BrokenPorts.takesNotNowForFinal },
  "says that a token is saved before it is": { driver: BrokenPorts.forgetsTokens },
  "overlooks callbacks in saves and claims": { driver: BrokenPorts.overlooksNotes },
  "claims again what a callback made stale": { port: BrokenPorts.claimsAgain },
  "decides a round again without a token that came meanwhile": { port: BrokenPorts.decidesWithoutAsking },
  "sends after the lease is over": { gateway: BrokenPorts.sendsAfterTheLease },
}
