import Search from "lucide-react/icons/search"
import { cx } from "../cx.ts"
import { useMessages } from "../messages/use-messages.ts"
import paletteScript from "../palette/palette.ts?worker&url"
import { ariaKeys, siteKeys } from "../shortcuts.ts"

/**
 * Opens the palette for those who don't know its key. It names the palette's file, which comes when it is first
 * wanted (follow-keys.ts); without scripts it leads to the catalogue and its search.
 */
export function PaletteButton({ named, className }: { named?: boolean; className?: string | undefined }) {
  const text = useMessages().header
  return (
    <form action="/courses" data-palette={paletteScript} className={className}>
      <button
        type="submit"
        aria-label={text.search}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys(siteKeys.palette)}
        title={`${text.search} (${siteKeys.palette[0].replace("Mod", "Ctrl")})`}
        className={cx(
          "flex items-center rounded-md hover:bg-ink/7 hover:text-ink",
          named ? "min-h-11 gap-2.5 text-lg font-semibold" : "size-11 justify-center text-ink-muted",
        )}
      >
        <Search size={20} aria-hidden />
        {named ? text.search : null}
      </button>
    </form>
  )
}
