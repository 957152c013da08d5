import type { z } from "zod"

/**
 * What a form says at a field left empty. An empty field isn't sent on to its schema, so the text of the
 * schema's first rule, such as "Choose a subject", would never be read. Without a rule it is a code.
 */
export const missingText: z.core.$ZodErrorMap = ({ input, inst }) => {
  if (input !== undefined) return undefined
  const { checks = [] } = (inst?._zod.def ?? {}) as { checks?: z.core.$ZodCheck[] }
  for (const check of checks) {
    const text = check._zod.def.error?.({ input: "", code: "custom", path: [], message: "" } as never)
    if (typeof text === "string") return text
  }
  return "FIELD_EMPTY"
}
