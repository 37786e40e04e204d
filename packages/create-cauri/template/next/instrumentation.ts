/** Next calls it once when the server starts. */
export const register = async (): Promise<void> => {
  if (process.env["NEXT_RUNTIME"] === "nodejs") await (await import("./src/main.ts")).openShop()
}
