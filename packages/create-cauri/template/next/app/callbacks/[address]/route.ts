import { openShop } from "../../../src/main.ts"

/** The service's callbacks. They make the worker check a payment; nothing that they say is believed. */
const handler = async (request: Request): Promise<Response> => (await openShop()).payments.callbackHandler(request)

export const GET = handler
export const HEAD = handler
export const OPTIONS = handler
export const POST = handler
export const PUT = handler
export const PATCH = handler
export const DELETE = handler
