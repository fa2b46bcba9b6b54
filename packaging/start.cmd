@echo off
rem Start sixprime on Windows by a double click. The first time it is installed into a folder of the user's.
setlocal
set "HOME_FOLDER=%LOCALAPPDATA%\sixprime\program"
if exist "%HOME_FOLDER%\Scripts\sixprime.exe" goto start
where py >nul 2>nul
if errorlevel 1 (
    echo sixprime needs Python 3.11 or newer: https://www.python.org/downloads/
    pause
    exit /b 1
)
echo Installing sixprime, once on this computer ...
py -3 -m venv "%HOME_FOLDER%" || goto failed
"%HOME_FOLDER%\Scripts\python.exe" -m pip install --disable-pip-version-check sixprime || goto failed
:start
"%HOME_FOLDER%\Scripts\sixprime.exe" %*
exit /b %errorlevel%
:failed
echo sixprime could not be installed.
rmdir /s /q "%HOME_FOLDER%" 2>nul
pause
exit /b 1
