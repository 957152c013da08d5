import { parseWithZod } from "@conform-to/zod/v4"
import { expect, test } from "vitest"
import { z } from "zod"
import { ClassDraft } from "#contract/classes/classes.ts"
import { missingText } from "./missing-text.ts"

const errorsOf = (schema: z.ZodType) =>
  parseWithZod(new FormData(), { schema, error: missingText }).reply().error

test("CLS-03 an empty form is told at each field what belongs there, and nothing of fields that may be empty", () => {
  expect(errorsOf(ClassDraft)).toEqual({
    title: ["Give the class a title"],
    subject: ["Choose a subject"],
    scheduled_date: ["Choose a date"],
    start_time: ["Give a time such as 16:30"],
    end_time: ["Give a time such as 16:30"],
    max_capacity: ["Give a number from 1 to 100"],
  })
})

test("NAV-06 a field's own text for nothing is said first, and a field without any is asked to be filled in", () => {
  const schema = z.object({
    own: z.string("Enter your name").min(1, "Use at least one letter"),
    bare: z.string(),
    kind: z.enum(["one", "two"]),
  })
  expect(errorsOf(schema)).toEqual({
    own: ["Enter your name"],
    bare: ["FIELD_EMPTY"],
    kind: ["FIELD_EMPTY"],
  })
})
