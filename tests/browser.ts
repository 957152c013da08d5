/** A browser's memory for HTTP tests: it keeps cookies by name and does not follow redirects. */
export type TestBrowser = {
  cookies: Map<string, string>
  fetch(url: string, init?: RequestInit): Promise<Response>
}

export function openTestBrowser(): TestBrowser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async fetch(url, init = {}) {
      const headers = new Headers(init.headers)
      if (cookies.size > 0)
        headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "))
      const answer = await fetch(url, { ...init, headers, redirect: "manual" })
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ""] = line.split(";")
        const at = pair.indexOf("=")
        if (/max-age=0/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line))
          cookies.delete(pair.slice(0, at))
        else cookies.set(pair.slice(0, at), pair.slice(at + 1))
      }
      return answer
    },
  }
}
