/** A place where goods are fetched. */
export type Centre = { name: string; address: string }

export const PINS_HINT = "Give PIN codes or their first digits, such as 560, 562110"
export const DATES_HINT = "Give dates such as 2027-01-26, 2027-08-15"
export const CENTRES_HINT = "Give each centre as name: address, with a semicolon between two"

const parts = (typed: string, at: RegExp) =>
  typed
    .split(at)
    .map((one) => one.trim())
    .filter(Boolean)

/** Returns the PIN codes of a delivery area, or how they begin: "560, 562 1"; null if one of them is none. */
export function readPins(typed: string): string[] | null {
  const pins = parts(typed, /[,;\n]/).map((pin) => pin.replaceAll(" ", ""))
  return pins.every((pin) => /^[1-9]\d{1,5}$/.test(pin)) ? pins : null
}

/** Returns a list of dates, "2027-01-26, 2027-08-15"; null if one of them is none. */
export function readDates(typed: string): string[] | null {
  const dates = parts(typed, /[,;\s]/)
  const isDate = (date: string) =>
    /^\d{4}-\d\d-\d\d$/.test(date) && new Date(date).toJSON()?.startsWith(date) === true
  return dates.every(isDate) ? dates : null
}

/** Returns centres, "Jayanagar: 11th Main; Whitefield: Forum Mall"; null if one has no name or no address. */
export function readCentres(typed: string): Centre[] | null {
  const centres = parts(typed, /[;\n]/).map((one) => {
    const [name = "", ...address] = one.split(":")
    return { name: name.trim(), address: address.join(":").trim() }
  })
  return centres.every(({ name, address }) => name !== "" && address !== "") ? centres : null
}
