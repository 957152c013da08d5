{{- define "kaksha.name" -}}
{{- printf "%s" .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "kaksha.labels" -}}
app.kubernetes.io/name: kaksha
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* What a part's pods are found by. Takes the root and the part. */}}
{{- define "kaksha.selector" -}}
app.kubernetes.io/name: kaksha
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "kaksha.claim" -}}
{{- .Values.data.existingClaim | default (printf "%s-data" (include "kaksha.name" .)) -}}
{{- end -}}

{{/* What is the same in all pods: no rights in the cluster, none on the machine. */}}
{{- define "kaksha.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  # Otherwise each start would walk through all recordings.
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The product with its variables, up to its own arguments. */}}
{{- define "kaksha.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
envFrom:
  - secretRef:
      name: {{ .Values.secret }}
env:
  - name: APP_URL
    value: {{ .Values.url | quote }}
  - name: LIVEKIT_URL
    value: {{ .Values.livekit.url | quote }}
  - name: TRUSTED_PROXIES
    value: {{ .Values.trustedProxies | quote }}
  - name: DRAIN_SECONDS
    value: {{ .Values.web.drainSeconds | quote }}
  # The probes ask at the pod's address. Without METRICS_TOKEN a worker would listen on the pod itself alone.
  - name: BIND_ADDRESS
    value: "0.0.0.0"
{{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* How it is known that a pod lives and may get requests. */}}
{{- define "kaksha.probes" -}}
ports:
  - name: http
    containerPort: 3000
# A first start migrates the database, or waits for the one that does.
startupProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  failureThreshold: 150
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /livez, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end -}}

{{- define "kaksha.mounts" -}}
volumeMounts:
  - name: data
    mountPath: /data
  - name: drafts
    mountPath: /tmp
{{- end -}}

{{- define "kaksha.volumes" -}}
volumes:
  - name: data
    persistentVolumeClaim:
      claimName: {{ include "kaksha.claim" . }}
  - name: drafts
    emptyDir: {}
{{- end -}}

{{/* Not all of a part on one machine. */}}
{{- define "kaksha.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "kaksha.selector" . | nindent 8 }}
{{- end -}}
