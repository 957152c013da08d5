import { expect, test } from "vitest"
import { passwordProblem } from "./password-rules.ts"

const owner = { email: "asha.rao@example.com", first_name: "Asha", last_name: "Rao" }

test.each([
  "password",
  "Password1",
  "PASSWORD123!",
  "qwertyuiop",
  "12345678",
  "iloveyou",
  "aaaaaaaa",
  "abababab",
])("ACC-04 '%s' is known from breaches and refused", async (password) => {
  expect(await passwordProblem(password, owner)).toBe("PASSWORD_COMMON")
})

test.each(["asha.rao@example.com", "AshaRao2", "raoasha12", "Asha-Rao"])(
  "ACC-04 '%s' is the person's own name or e-mail and refused",
  async (password) => {
    expect(await passwordProblem(password, owner)).toBe("PASSWORD_PERSONAL")
  },
)

test.each(["marigold garden 7", "ashokatree91", "मेरा नया पासवर्ड", "tabla-at-dawn"])(
  "ACC-04 '%s' stands",
  async (password) => {
    expect(await passwordProblem(password, owner)).toBeNull()
  },
)
