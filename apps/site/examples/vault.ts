/** Credentials that come from a vault. */
import { https } from "cauri/https"

/** Your vault's client. */
export interface Vault {
  read(
    path: string,
  ): Promise<{ readonly key: string; readonly token: string } | null>
}

/** The way to the service, with keys that the vault gives. */
export const gatewayWith = (vault: Vault, baseUrl: string) => {
  // #region vault
  return https({
    baseUrl,
    vault: async (project) => {
      const found = await vault.read(`payments/${project}`)
      return found === null
        ? null
        : { apiKey: found.key, apiToken: found.token }
    },
  })
  // #endregion
}
