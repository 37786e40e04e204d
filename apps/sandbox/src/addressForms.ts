/** The address of the sandbox in each form that programs join with a path. */

/** One form, and how the paths begin that a program adds to it. */
export interface AddressForm {
  readonly form: string
  readonly adds: string
}

/** Every form; the one with nothing but the host only where the address has no path of its own. */
export const addressForms = (url: string): ReadonlyArray<AddressForm> => {
  const { host, pathname } = new URL(url)
  return [
    { form: url, adds: "/pay/v01/…" },
    { form: `${url}/`, adds: "pay/v01/…" },
    { form: `${url}/pay`, adds: "/v01/…" },
    { form: `${url}/pay/v01`, adds: "/straight/…" },
    { form: `${url}/pay/v01/`, adds: "straight/…" },
    ...(pathname === "/" ? [{ form: host, adds: "http://" }] : []),
  ]
}
