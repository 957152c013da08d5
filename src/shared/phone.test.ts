import { expect, test } from "vitest"
import { displayPhone, phoneSearched } from "./phone.ts"

test.each([
  ["+91 98123 45678", "919812345678"],
  ["098123-45678", "919812345678"],
  ["(0091) 98123.45678", "919812345678"],
  ["9812345678", "919812345678"],
  [" 345 678 ", "345678"],
  ["012345", "012345"],
  ["45678", null],
  ["+49 30 1234567", "49301234567"],
  ["Asha", null],
  ["345678@example.com", null],
  ["", null],
])("DASH-03 %j typed into a search means the digits %j", (typed, digits) => {
  expect(phoneSearched(typed)).toBe(digits)
})

test("D7 an Indian number is shown in two groups of five, and any other as it is", () => {
  expect(displayPhone("+919000000124")).toBe("+91 90000 00124")
  expect(displayPhone("+4930123456")).toBe("+4930123456")
  expect(displayPhone("ila@example.com")).toBe("ila@example.com")
})
