import { mount } from 'svelte'
import './lib/ui/base.css'
import './lib/i18n/locale.svelte'
import App from './App.svelte'

const target = document.getElementById('app')
if (target) mount(App, { target })

// The shell works without a network; matches need the server.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => {})
