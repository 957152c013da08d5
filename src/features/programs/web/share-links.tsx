import { buttonClass } from "#ui/components/button.tsx"
import { CopyHere } from "#ui/forms/copy-here.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { programTexts } from "./texts/program.texts.ts"

interface ShareLinksProps {
  title: string
  /** The page's public address. */
  address: string
}

const look = buttonClass({ variant: "secondary", size: "sm" })

/** Links to share a page. */
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
      <CopyHere value={address} text={text.copyLink} />
    </section>
  )
}
