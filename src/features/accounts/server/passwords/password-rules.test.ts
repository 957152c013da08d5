import { expect, test } from "vitest"
import { passwordProblem } from "./password-rules.ts"

const owner = {
  email: "asha.rao@example.com",
  first_name: "Asha",
  last_name: "Rao",
  phones: ["+919812345670", "98123 99881"],
}

test.each([
  "password",
  "Password1",
  "PASSWORD123!",
  "qwertyuiop",
  "12345678",
  "iloveyou",
  "aaaaaaaa",
  "abababab",
  "P@ssw0rd2024",
  "welcome@123",
])("ACC-04 '%s' is known from breaches and refused", async (password) => {
  expect(await passwordProblem(password, owner, "Kaksha")).toBe("PASSWORD_COMMON")
})

test.each([
  "kaksha123",
  "Kaksha@2026",
  "kaksha7391",
  "k@k5ha1234",
  "Kaksha-Asha",
  "9812345670",
  "asha399881!",
  "asha1998!!",
])("ACC-04 '%s' is the academy's name, or the person's, with trivial additions", async (password) => {
  expect(await passwordProblem(password, owner, "Kaksha")).toBe("PASSWORD_PERSONAL")
})

test("ACC-04 the name that admins gave the academy is refused like the one of its files", async () => {
  expect(await passwordProblem("nalanda7391", owner, "Nalanda Academy")).toBe("PASSWORD_PERSONAL")
  expect(await passwordProblem("kaksha7391", owner, "Nalanda Academy")).toBe("PASSWORD_PERSONAL")
  expect(await passwordProblem("nalanda7391", owner, "Kaksha")).toBeNull()
})

test.each(["zxcvasdf12", "19842001", "poiuytre99", "1qaz2wsx99", "zzzzzz2024", "abcdefgh98"])(
  "ACC-04 '%s' is rows of keys, years and repetition, and refused",
  async (password) => {
    expect(["PASSWORD_GUESSABLE", "PASSWORD_COMMON"]).toContain(
      await passwordProblem(password, owner, "Kaksha"),
    )
  },
)

test.each(["asha.rao@example.com", "AshaRao2", "raoasha12", "Asha-Rao"])(
  "ACC-04 '%s' is the person's own name or e-mail and refused",
  async (password) => {
    expect(await passwordProblem(password, owner, "Kaksha")).toBe("PASSWORD_PERSONAL")
  },
)

test.each([
  "marigold garden 7",
  "ashokatree91",
  "मेरा नया पासवर्ड",
  "tabla-at-dawn",
  "kaksha river tabla",
  "84930275 mango",
])("ACC-04 '%s' stands", async (password) => {
  expect(await passwordProblem(password, owner, "Kaksha")).toBeNull()
})
