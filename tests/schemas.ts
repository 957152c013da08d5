type Schema = { _zod: { def: Record<string, unknown> } }

/** The names of all fields of a schema, however deep. */
export function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (!schema || typeof schema !== "object" || seen.has(schema)) return []
  seen.add(schema)
  const def = (schema as Schema)._zod?.def
  if (!def) return []
  const shape = (def.type === "object" ? def.shape : {}) as Record<string, unknown>
  const inner = ["element", "innerType", "in", "out", "left", "right", "valueType"].map((part) => def[part])
  return [
    ...Object.entries(shape).flatMap(([name, field]) => [name, ...fieldsOf(field, seen)]),
    ...[...inner, ...((def.options as unknown[]) ?? [])].flatMap((part) => fieldsOf(part, seen)),
  ]
}
