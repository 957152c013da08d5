import { expect, test } from "vitest"
import { readTheme, themeAttribute, themeCookie } from "./theme.ts"

test("NAV-07 the server reads the chosen theme from its cookie among others", () => {
  expect(readTheme("a=1; theme=dark; b=2")).toBe("dark")
  expect(readTheme("mytheme=dark")).toBe("system")
  expect(readTheme("theme=purple")).toBe("system")
  expect(readTheme(null)).toBe("system")
})

test("NAV-07 a kept theme reads back, and the system's choice sets no attribute", () => {
  expect(readTheme(themeCookie("light", true).split(";")[0])).toBe("light")
  expect(themeCookie("dark", true)).toContain("; Secure")
  expect(themeCookie("dark", false)).not.toContain("Secure")
  expect(themeAttribute("system")).toBeUndefined()
  expect(themeAttribute("dark")).toBe("dark")
})
