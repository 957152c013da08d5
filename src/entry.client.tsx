import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"
import { applyBrand } from "#shared/brand.ts"
import { provideMessages } from "#ui/messages/use-messages.ts"

/** The catalogue of the page's language alone; the head has asked for its file already. */
async function loadMessages() {
  if (document.documentElement.lang.startsWith("hi")) return (await import("#ui/messages/hi.ts")).hi
  return (await import("#ui/messages/en.ts")).en
}

/** The page stands already: people see it before React takes it over. A hidden tab paints nothing. */
function firstPaint(): Promise<unknown> {
  if (document.visibilityState === "hidden") return Promise.resolve()
  return new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
}

applyBrand(JSON.parse(document.documentElement.dataset.brand ?? "{}"))
const [messages] = await Promise.all([loadMessages(), firstPaint()])
provideMessages(messages)
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
