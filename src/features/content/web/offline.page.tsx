import { buttonClass } from "#ui/button.tsx"
import { Illustration } from "#ui/illustration.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/offline.page.ts"
import { brandIn, describePage } from "./describe-page.ts"

const texts = {
  en: {
    title: "You are offline",
    text: "This page needs the internet. As soon as the connection is back, it can be loaded again.",
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
    ...describePage({ title: texts[language].title, description: brandIn(language).pitch }),
    { name: "robots", content: "noindex" },
  ]
}

/** What the service worker shows in place of a page it can't reach; the address stays that page's own. */
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
