import { cx } from "../cx.ts"

const services = ["Academics", "Sports", "Music", "Fitness", "Art & Culture", "Martial Arts"]
const sizes = { sm: "size-8 text-xs", md: "size-11 text-sm", lg: "size-16 text-xl" }

/** Up to two initials: the first letters of the first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => [...(word ?? "")][0]?.toLocaleUpperCase("en-IN") ?? "").join("")
}

/** A person's initials on a tint that stays the same for the same name. The name is shown beside it. */
export function Avatar({
  name,
  size = "md",
  className,
}: {
  name: string
  size?: keyof typeof sizes
  className?: string
}) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <span
      aria-hidden
      data-service={services[sum % services.length]}
      className={cx(
        "inline-grid shrink-0 place-items-center rounded-full bg-hue-tint font-semibold text-hue-ink ring-1 ring-hue/25 ring-inset select-none",
        sizes[size],
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
