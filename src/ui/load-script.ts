/** Runs a script of another site, which the page's policy has to allow. Rejects if it can't be loaded. */
export function loadScript(src: string): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement("script")
    script.src = src
    script.onload = () => loaded()
    script.onerror = () => {
      script.remove()
      failed(new Error(`${src} can't be loaded`))
    }
    document.head.append(script)
  })
}
