import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { shippingText } from './shipping-text.ts'

/** Shape Detection API, missing in TypeScript's DOM types: available on phones, but not on many desktops. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare global {
  var BarcodeDetector: (new (options: { formats: string[] }) => Detector) | undefined
}

const lookEvery = 200

/** A button for scanning with the camera, where the browser can read codes. */
export function ScanCamera({ onCode }: { onCode: (code: string) => void }) {
  const { scan: t } = useText(shippingText)
  const [isOn, setOn] = useState(false)
  const [isFailed, setFailed] = useState(false)
  if (!globalThis.BarcodeDetector || !navigator.mediaDevices) return null
  return (
    <>
      <Button icon="camera" onClick={() => setOn(!isOn)}>
        {isOn ? t.stopCamera : t.camera}
      </Button>
      {isOn && (
        <Preview
          onCode={code => {
            setOn(false)
            onCode(code)
          }}
          onFailure={() => {
            setOn(false)
            setFailed(true)
          }}
        />
      )}
      {isFailed && (
        <Notice tone="warn" live>
          {t.noCamera}
        </Notice>
      )}
    </>
  )
}

function Preview({ onCode, onFailure }: { onCode: (code: string) => void; onFailure: () => void }) {
  const { scan: t } = useText(shippingText)
  const video = useRef<HTMLVideoElement>(null)
  const tell = useEffectEvent(onCode)
  const fail = useEffectEvent(onFailure)

  useEffect(() => {
    const { BarcodeDetector } = globalThis
    if (!BarcodeDetector) return
    const detector = new BarcodeDetector({ formats: ['qr_code', 'code_128'] })
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false

    async function look() {
      const [code] = video.current ? await detector.detect(video.current).catch(() => []) : []
      if (isOver) return
      if (code) tell(code.rawValue)
      else timer = setTimeout(look, lookEvery)
    }
    async function begin() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }
    function stop() {
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    begin().catch(() => {
      if (!isOver) fail()
    })
    return () => {
      isOver = true
      stop()
    }
  }, [])

  return <video ref={video} className="scan__preview" muted playsInline aria-label={t.preview} />
}
