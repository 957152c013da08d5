const KEY = "kaksha.viewer"

/**
 * Tells the other tabs who is signed in, by the id that the page was rendered for, and loads this page anew when
 * another tab tells of somebody else. The session itself is asked first: what a tab shows may be old.
 */
export function followSession(): void {
  const mine = document.documentElement.dataset.viewer ?? ""
  try {
    if (localStorage.getItem(KEY) !== mine) localStorage.setItem(KEY, mine)
  } catch {
    // A browser that keeps nothing has nothing to tell.
    return
  }
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key !== KEY || newValue === mine) return
    void whoIsSignedIn().then((now) => {
      if (now !== null && now !== mine) window.location.reload()
    })
  })
}

/** The id of the session's person, empty for a visitor, null when nobody answers. */
async function whoIsSignedIn(): Promise<string | null> {
  try {
    const answer = await fetch("/api/v1/session")
    if (answer.status === 401) return ""
    return answer.ok ? ((await answer.json()) as { user_id: string }).user_id : null
  } catch {
    return null
  }
}
