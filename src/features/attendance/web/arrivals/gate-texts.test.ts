import { expect, test } from "vitest"
import { gateTexts } from "./gate.texts.ts"
import { myGateTexts } from "./my-gate.texts.ts"

test("ATT-08 the gate and a guardian's page say that children of unknown age are handed over too", () => {
  for (const said of [gateTexts.en.stillHereText, myGateTexts.en.young])
    expect(said).toMatch(/^Children under 10, or of unknown age, /)
  for (const said of [gateTexts.hi.stillHereText, myGateTexts.hi.young])
    expect(said).toMatch(/उम्र.* मालूम नहीं/)
})
