"""Runs other detectors: reads a JSON list of files, prints {file: {detector: [[x, y, width, height, score]]}} in pixels
of the picture. Needs MediaPipe and OpenCV (Mattes/requirements-mediapipe.txt).

    peers.py YUNET.onnx < files.json
"""
import json
import sys

import cv2
import mediapipe as mp


def yunet(weights, picture):
    height, width = picture.shape[:2]
    detector = cv2.FaceDetectorYN.create(weights, "", (width, height), 0.3, 0.3, 5000)
    found = detector.detect(picture)[1]
    return [] if found is None else [[float(v) for v in [*face[:4], face[14]]] for face in found]


def mediapipe(detector, picture):
    height, width = picture.shape[:2]
    found = detector.process(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)).detections or []
    boxes = [(face.location_data.relative_bounding_box, face.score[0]) for face in found]
    return [[b.xmin * width, b.ymin * height, b.width * width, b.height * height, score] for b, score in boxes]


def main():
    cv2.setNumThreads(1)
    kinds = {"MediaPipe, short range": 0, "MediaPipe, full range": 1}
    detectors = {name: mp.solutions.face_detection.FaceDetection(model_selection=kind, min_detection_confidence=0.5)
                 for name, kind in kinds.items()}
    answers = {}
    for file in json.load(sys.stdin):
        picture = cv2.imread(file)
        answers[file] = {"YuNet": yunet(sys.argv[1], picture)}
        for name, detector in detectors.items():
            answers[file][name] = mediapipe(detector, picture)
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
