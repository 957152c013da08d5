import { expect, test } from "vitest"
import { areSingleKeysOff, ariaKeys, keyOf } from "./shortcuts.ts"

const press = (key: string, more: Partial<Parameters<typeof keyOf>[0]> = {}) =>
  keyOf({ key, code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

test("NAV-07 a key is named by what it writes, with its modifiers where they matter", () => {
  expect(press("m")).toBe("M")
  expect(press("M", { shiftKey: true })).toBe("Shift+M")
  // Capitals lock.
  expect(press("M")).toBe("M")
  expect(press("k", { ctrlKey: true })).toBe("Mod+K")
  expect(press("k", { metaKey: true })).toBe("Mod+K")
  expect(press("z", { ctrlKey: true, shiftKey: true })).toBe("Mod+Shift+Z")
  expect(press("m", { altKey: true })).toBe("Alt+M")
  expect(press("?", { shiftKey: true })).toBe("?")
  expect(press("ArrowUp", { shiftKey: true })).toBe("Shift+ArrowUp")
  expect(press(" ")).toBe("Space")
})

test("NAV-07 on a keyboard that writes Hindi the place of the key counts, and elsewhere what it writes", () => {
  expect(press("स", { code: "KeyM" })).toBe("M")
  expect(press(",", { code: "KeyM" })).toBe(",")
})

test("NAV-07 assistive technology is told the keys as it knows them", () => {
  expect(ariaKeys(["Mod+K"])).toBe("Control+K Meta+K")
  expect(ariaKeys(["M"])).toBe("M")
})

test("NAV-07 the switch for keys of one character is a cookie that pages and server read alike", () => {
  expect(areSingleKeysOff("theme=dark; kaksha.keys=off")).toBe(true)
  expect(areSingleKeysOff("kaksha.keys=on; xkaksha.keys=off")).toBe(false)
  expect(areSingleKeysOff(null)).toBe(false)
})
