import { useLocation } from "react-router"
import type { Theme } from "../theme.ts"

interface SiteHeadProps {
  /** Scheme and host of the public address; unknown where the page failed before its data came. */
  origin: string | undefined
  name: string
  theme: Theme
  /** The path of the picture that link previews show; the product's own where a page has none. */
  picture?: string | null | undefined
}

const paper = "#faf8f4"
const night = "#12161f"

/** What the head of every page carries beside its title and description: address, preview picture, icons, manifest. */
export function SiteHead({ origin, name, theme, picture }: SiteHeadProps) {
  const { pathname } = useLocation()
  return (
    <>
      {origin ? (
        <>
          <link rel="canonical" href={origin + pathname} />
          <meta property="og:url" content={origin + pathname} />
          <meta property="og:site_name" content={name} />
          <meta property="og:image" content={origin + (picture ?? "/icons/share.png")} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : null}
      <link rel="icon" href="/images/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icons/touch-180.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {theme === "system" ? (
        <>
          <meta name="theme-color" media="(prefers-color-scheme: light)" content={paper} />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content={night} />
        </>
      ) : (
        <meta name="theme-color" content={theme === "dark" ? night : paper} />
      )}
    </>
  )
}
