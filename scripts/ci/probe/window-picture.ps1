# Writes a picture of the main window of a process, as the screen shows it.
param([Parameter(Mandatory)] [int] $Id, [Parameter(Mandatory)] [string] $Picture)
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Drawing
Add-Type -TypeDefinition @'
using System;
using System.Runtime.InteropServices;
public struct Edges { public int Left, Top, Right, Bottom; }
public static class Desktop {
  [DllImport("user32.dll")] public static extern bool SetProcessDPIAware();
  [DllImport("user32.dll")] public static extern bool SetForegroundWindow(IntPtr window);
  [DllImport("user32.dll")] public static extern bool GetClientRect(IntPtr window, out Edges edges);
  [DllImport("user32.dll")] public static extern bool ClientToScreen(IntPtr window, ref System.Drawing.Point point);
}
'@ -ReferencedAssemblies System.Drawing
[void][Desktop]::SetProcessDPIAware()
$window = (Get-Process -Id $Id).MainWindowHandle
if ($window -eq [IntPtr]::Zero) { throw "process $Id shows no window" }
[void][Desktop]::SetForegroundWindow($window)
$edges = New-Object Edges
$origin = New-Object System.Drawing.Point 0, 0
[void][Desktop]::GetClientRect($window, [ref] $edges)
[void][Desktop]::ClientToScreen($window, [ref] $origin)
$bitmap = New-Object System.Drawing.Bitmap $edges.Right, $edges.Bottom
$canvas = [System.Drawing.Graphics]::FromImage($bitmap)
$canvas.CopyFromScreen($origin, [System.Drawing.Point]::Empty, $bitmap.Size)
$bitmap.Save($Picture, [System.Drawing.Imaging.ImageFormat]::Png)
