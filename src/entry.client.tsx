import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"
import { BrandContext } from "#ui/brand.ts"
import { explainRefused } from "#ui/forms/explain-refused.ts"
import { noteTouched } from "#ui/late-scripts.tsx"
import { loadFrame } from "#ui/layout/frames.tsx"
import { watchRouter } from "#ui/live/router-watch.ts"
import { provideMessages } from "#ui/messages/use-messages.ts"

/** Loads only the catalogue of the page's language; the head has requested its file already. */
async function loadMessages() {
  if (document.documentElement.lang.startsWith("hi")) return (await import("#ui/messages/hi.ts")).hi
  return (await import("#ui/messages/en.ts")).en
}

const brand = JSON.parse(document.documentElement.dataset.brand ?? "null")
const [messages] = await Promise.all([loadMessages(), loadFrame(document.documentElement.dataset.frame)])
provideMessages(messages)
explainRefused()
await noteTouched()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <BrandContext value={brand}>
        <HydratedRouter instrumentations={[watchRouter]} />
      </BrandContext>
    </StrictMode>,
  )
})
