import { buttonClass } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { notify } from "#ui/notify.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { programTexts } from "./texts/program.texts.ts"

interface ShareLinksProps {
  title: string
  /** The page's public address. */
  address: string
}

const look = buttonClass({ variant: "secondary", size: "sm" })

/**
 * Links to share a page. Copying needs scripts, which enable it: React, or on pages without it `ui/static-page.ts`,
 * which tells the outcome on the button.
 */
export function ShareLinks({ title, address }: ShareLinksProps) {
  const text = useTexts(programTexts)
  const hydrated = useHydrated()
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      notify.success(text.linkCopied)
    } catch {
      notify.error(text.linkNotCopied, text.copyByHand)
    }
  }
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
        onClick={copy}
        disabled={!hydrated}
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
