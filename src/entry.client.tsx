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

applyBrand(JSON.parse(document.documentElement.dataset.brand ?? "{}"))
provideMessages(await loadMessages())
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
