import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import './drop-to-order.css'
import { giveDropped } from './dropped-files.ts'

/** Dropping a scan anywhere on this screen begins an order with it. */
export function DropToOrder({ label }: { label: string }) {
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  const order = useEffectEvent((files: File[]) => {
    giveDropped(files)
    void navigate({ to: '/cases/new' })
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    // `dragleave` fires for each element; only on leaving the window is there no related target.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (event.defaultPrevented || !event.dataTransfer?.files.length) return
      event.preventDefault()
      order([...event.dataTransfer.files])
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver && <div className="drop-to-order">{label}</div>
}
