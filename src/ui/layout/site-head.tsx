import latinFont from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url"
import { useLocation } from "react-router"
import devanagariFont from "../fonts/noto-devanagari.woff2?url&no-inline"
import { addressIn, type Language } from "../language.ts"
import type { Theme } from "../theme.ts"

interface SiteHeadProps {
  /** Scheme and host of the public address; unknown where the page failed before its data came. */
  origin: string | undefined
  name: string
  theme: Theme
  language: Language
  /** Whether the page's content, and not only its frame, is available in every language. */
  translated: boolean
  /** The picture of link previews: a path below the public address, PNG or JPEG of 1200 by 630. */
  picture: string
}

const paper = "#faf8f4"
const night = "#12161f"

/** The head of every page, besides its title and description: address, preview picture, icons, manifest. */
export function SiteHead({ origin, name, theme, ...page }: SiteHeadProps) {
  return (
    <>
      {origin ? <Addresses origin={origin} name={name} {...page} /> : null}
      <link rel="preload" href={latinFont} as="font" type="font/woff2" crossOrigin="anonymous" />
      {page.language === "hi" ? (
        <link rel="preload" href={devanagariFont} as="font" type="font/woff2" crossOrigin="anonymous" />
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

type AddressesProps = Omit<SiteHeadProps, "theme" | "origin"> & { origin: string }

/**
 * Each language of a page has an address of its own; the bare one is English unless the browser prefers
 * another.
 */
function Addresses({ origin, name, language, translated, picture }: AddressesProps) {
  const { pathname } = useLocation()
  const bare = origin + pathname
  const hindi = origin + addressIn("hi", pathname, "")
  const canonical = translated && language === "hi" ? hindi : bare
  return (
    <>
      <link rel="canonical" href={canonical} />
      {translated ? (
        <>
          <link rel="alternate" hrefLang="en" href={bare} />
          <link rel="alternate" hrefLang="hi" href={hindi} />
          <link rel="alternate" hrefLang="x-default" href={bare} />
        </>
      ) : null}
      <meta property="og:url" content={canonical} />
      <meta property="og:site_name" content={name} />
      <meta property="og:locale" content={translated && language === "hi" ? "hi_IN" : "en_IN"} />
      <meta property="og:image" content={origin + picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
