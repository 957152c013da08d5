import { buttonClass } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { programTexts } from "./texts/program.texts.ts"

interface ShareLinksProps {
  title: string
  /** The page's public address. */
  address: string
}

const look = buttonClass({ variant: "secondary", size: "sm" })

/** Links to share a page. Copying needs the script of pages without React, which tells the outcome on the button. */
export function ShareLinks({ title, address }: ShareLinksProps) {
  const text = useTexts(programTexts)
  const message = `${title}: ${address}`
  return (
    <section aria-label={text.share} className="flex flex-wrap items-center gap-2">
      <a href={`https://wa.me/?${new URLSearchParams({ text: message })}`} className={look}>
        {text.shareBy.whatsapp}
      </a>
      <a
        href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}
        className={look}
      >
        {text.shareBy.mail}
      </a>
      <button
        type="button"
        disabled
        aria-live="polite"
        data-copy={address}
        data-copied={text.linkCopied}
        data-not-copied={`${text.linkNotCopied}. ${text.copyByHand}`}
        className={look}
      >
        {text.copyLink}
      </button>
    </section>
  )
}
