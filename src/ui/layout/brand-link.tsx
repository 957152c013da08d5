import { Link } from "#ui/link.tsx"
import { useBrand } from "../brand.ts"
import { useMessages } from "../messages/use-messages.ts"

/** How many letters fit in one line of the narrowest header. */
const SHORT_NAME = 8

/**
 * It shrinks first, and fully: a fraction of a pixel taken from a person's name would already cut it short.
 */
export function BrandLink() {
  const { name } = useBrand()
  const text = useMessages().header
  return (
    <Link
      to="/"
      reloadDocument
      aria-label={text.homeOf(name)}
      className="flex h-11 min-w-9 shrink-[99999] items-center gap-2.5 font-bold tracking-[-0.03em]"
    >
      <img src="/images/logo.svg" alt="" width={32} height={32} className="size-8 shrink-0" />
      {/* A long name takes two lines, so that what follows stays on the screen. */}
      <span className={name.length > SHORT_NAME ? "line-clamp-2 text-base/5 wrap-anywhere" : "text-xl"}>
        {name}
      </span>
    </Link>
  )
}
