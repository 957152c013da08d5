import { useLocation } from "react-router"
import { cx } from "../cx.ts"
import { addressIn, LANGUAGE_NAMES, LANGUAGE_TAGS } from "../language.ts"
import { useLanguage } from "../messages/use-messages.ts"

/**
 * The link to this page in the other language, named in that language. The language is in the address, and
 * the response remembers it. It loads the document, because the catalogue of messages comes with it.
 */
export function LanguageLink({ className }: { className?: string | undefined }) {
  const other = useLanguage() === "en" ? "hi" : "en"
  const { pathname, search } = useLocation()
  return (
    <a
      href={addressIn(other, pathname, search)}
      hrefLang={other}
      lang={LANGUAGE_TAGS[other]}
      className={cx(
        "inline-flex min-h-11 items-center rounded-md px-2.5 text-sm font-semibold underline-offset-4 hover:underline",
        other === "hi" && "font-hindi-name",
        className,
      )}
    >
      {LANGUAGE_NAMES[other]}
    </a>
  )
}
