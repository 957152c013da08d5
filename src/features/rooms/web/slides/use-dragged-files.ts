import { useEffect } from "react"

/**
 * Keeps a file that is dropped beside its place from taking the page along, and calls `onDragged` when files are
 * dragged over the page, with whether they are all pictures as far as the browser says.
 */
export function useDraggedFiles(onDragged: ((pictures: boolean) => void) | null): void {
  useEffect(() => {
    const keep = (event: DragEvent) => event.preventDefault()
    const enter = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return
      const items = [...event.dataTransfer.items]
      onDragged?.(items.length > 0 && items.every(({ type }) => type.startsWith("image/")))
    }
    window.addEventListener("dragover", keep)
    window.addEventListener("drop", keep)
    window.addEventListener("dragenter", enter)
    return () => {
      window.removeEventListener("dragover", keep)
      window.removeEventListener("drop", keep)
      window.removeEventListener("dragenter", enter)
    }
  }, [onDragged])
}
