import { VideoUnavailable } from "#platform/video/errors.ts"
import { livekitVideo, type VideoPort } from "#platform/video/port.ts"
import type { VideoService } from "#platform/video/service.ts"
import type { RunningVideo } from "./video.ts"

/** A port used until there is a server: every call throws why there is none. */
function absentPort({ reason }: RunningVideo): VideoPort {
  const why = () => reason()?.said ?? reason()?.code ?? "starting"
  return new Proxy({} as VideoPort, {
    get: (_target, call) =>
      call === "publicUrl" ? "" : () => Promise.reject(new VideoUnavailable(`${String(call)}: ${why()}`)),
  })
}

/** The video server's functions for the product, once it is up. */
export function openVideo(server: RunningVideo): VideoService {
  const absent = absentPort(server)
  let port: VideoPort | null = null
  return {
    meetings: null,
    get port() {
      const access = port ? null : server.access()
      if (access) port = livekitVideo(access)
      return port ?? absent
    },
    status: () => server.status(),
    origins: () => {
      const url = server.access()?.publicUrl
      return url === undefined ? [] : [url, url.replace(/^ws/, "http")]
    },
    reason: () => server.reason(),
  }
}
