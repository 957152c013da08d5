import { pageRequest } from "#ui/api.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { messagesIn } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/manifest.page.ts"

/** Returns the web manifest: name, colours and icons of the installed product. */
export function loader({ context }: Route.LoaderArgs) {
  const { brand, language } = context.get(pageRequest)
  const { header } = messagesIn(language)
  const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
    src: `/icons/${file}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  })
  const manifest = {
    id: "/",
    name: brand.name,
    short_name: brand.name,
    description: brand.pitch,
    lang: LANGUAGE_TAGS[language],
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#faf8f4",
    theme_color: "#0f766e",
    categories: ["education"],
    icons: [
      icon("icon-192", 192, "any"),
      icon("icon-512", 512, "any"),
      icon("maskable-192", 192, "maskable"),
      icon("maskable-512", 512, "maskable"),
    ],
    shortcuts: [
      { name: header.liveClasses, url: "/live-classes" },
      { name: header.courses, url: "/courses" },
    ],
  }
  return Response.json(manifest, {
    headers: { "content-type": "application/manifest+json", "cache-control": "private, max-age=3600" },
  })
}
