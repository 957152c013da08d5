import { brandOf } from "#ui/brand.ts"
import { buttonClass } from "#ui/components/button.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { brandIn, describePage } from "../describe-page.ts"
import type { Route } from "./+types/offline.page.ts"

const texts = {
  en: {
    title: "You're offline",
    text: "This page needs the internet. Reload it when you're back online.",
    again: "Try Again",
  },
  hi: {
    title: "आप ऑफ़लाइन हैं",
    text: "इस पेज के लिए इंटरनेट चाहिए। कनेक्शन लौटते ही इसे फिर लोड किया जा सकता है।",
    again: "फिर कोशिश करें",
  },
}

export const handle = { static: true, translated: true }

export function meta({ matches }: Route.MetaArgs) {
  const language = languageOf(matches)
  return [
    ...describePage(matches, {
      title: texts[language].title,
      description: brandIn(brandOf(matches), language).pitch,
    }),
    { name: "robots", content: "noindex" },
  ]
}

/** Shown by the service worker instead of a page it can't reach, at that page's address. */
export default function OfflinePage() {
  const text = useTexts(texts)
  return (
    <div className="grid flex-1 content-center justify-items-center px-4 py-14 text-center">
      <Illustration src="/images/empty/offline.svg" width={240} height={180} eager className="mb-6" />
      <h1 className="text-title">{text.title}</h1>
      <p className="mt-2 max-w-md text-lead text-ink-muted">{text.text}</p>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty reference is the address that was asked for */}
      <a href="" className={buttonClass({ size: "lg", className: "mt-7" })}>
        {text.again}
      </a>
    </div>
  )
}
