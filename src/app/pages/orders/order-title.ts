import type { Order } from "#contract/payments/order.ts"
import type { Language } from "#ui/language.ts"

/** What an order is called: by its program, or by its goods. */
export function titleOf(language: Language, { course, price }: Pick<Order, "course" | "price">): string {
  if (course) return course.title
  const names = price.documents.flatMap(({ lines }) => lines.flatMap(({ name }) => name?.[language] ?? []))
  return [...new Set(names)].join(", ")
}
